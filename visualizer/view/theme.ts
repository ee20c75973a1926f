/** Dark or light: as the system says, until somebody switches. It stays a matter of this page: nothing is stored. */
export class Theme {
  readonly #system = matchMedia("(prefers-color-scheme: dark)");

  constructor(onChange: () => void) {
    this.#system.addEventListener("change", onChange);
    this.#onChange = onChange;
  }

  readonly #onChange: () => void;

  toggle(): void {
    const root = document.documentElement;
    const now = root.dataset.theme ?? (this.#system.matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    this.#onChange();
  }
}
