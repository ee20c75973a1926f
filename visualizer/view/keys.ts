/** What a key does, by `KeyboardEvent.key`. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Where a key is text or moves something of its own. */
const OWN_KEYS = "input:not([type=checkbox]), select, textarea";

/**
 * Listens for the keys of the whole page. Letters and signs can be switched off: they get in the way of those who
 * speak to their computer.
 */
export function listenToKeys(keys: KeyMap, mayBeSingle: () => boolean): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target, key } = event;
    if (document.querySelector("dialog[open]") !== null) return;
    if (target instanceof Element && target.closest(OWN_KEYS) !== null) return;
    // A button is pressed with the space bar.
    if (key === " " && target instanceof Element && target.closest("button, [type=checkbox]") !== null) return;
    if (key.length === 1 && !mayBeSingle()) return;
    const act = keys[key];
    if (act === undefined) return;
    event.preventDefault();
    act(event);
  });
}
