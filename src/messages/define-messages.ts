import type { Language } from "../notices/event-table.ts";

/** One sentence that a person reads, in each language. `{name}` stands for a value that is known only when it is shown. */
export interface Sentence {
  readonly en: string;
  readonly zh: string;
}

/** The names of the placeholders in a sentence. Braces around anything but a name, as JSON has them, are text. */
type PlaceholderIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}${'"' | " " | ":"}${string}` ? never : Name) | PlaceholderIn<Rest>
  : never;

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** A catalogue in which both languages of each sentence have the same placeholders; any other does not compile. */
type Checked<Catalogue> = {
  readonly [Id in keyof Catalogue]: Catalogue[Id] extends { en: infer En extends string; zh: infer Zh extends string }
    ? IsSame<PlaceholderIn<En>, PlaceholderIn<Zh>> extends true
      ? Catalogue[Id]
      : { en: En; zh: `has other placeholders than: ${En}` }
    : never;
};

type Values<Name extends string> = Readonly<Record<Name, string | number>>;

/** What a sentence needs besides its id: nothing, or a value for each of its placeholders. */
type ValuesOf<One> = One extends { en: infer En extends string }
  ? [PlaceholderIn<En>] extends [never]
    ? []
    : [values: Values<PlaceholderIn<En>>]
  : never;

/** Says the sentence with this id in one language, or in whatever `Said` is. */
export type Say<Catalogue, Said = string> = <Id extends keyof Catalogue & string>(
  id: Id,
  ...values: ValuesOf<Catalogue[Id]>
) => Said;

/**
 * Declares sentences by id, English and Chinese side by side.
 * Sentences have no plural forms: write `Files read: {count}`, not `{count} files read`.
 */
export function defineMessages<const Catalogue extends Readonly<Record<string, Sentence>>>(
  catalogue: Catalogue & Checked<Catalogue>,
): Catalogue {
  return catalogue;
}

/** The sentences of a catalogue in one language, as a function from id and values to text. */
export function inLanguage<Catalogue extends Readonly<Record<string, Sentence>>>(
  catalogue: Catalogue,
  language: Language,
): Say<Catalogue> {
  return (id, ...rest) => {
    const { en, zh } = catalogue[id] as Sentence;
    const [values]: readonly (Values<string> | undefined)[] = rest;
    return fillIn(language === "en" ? en : zh, values);
  };
}

/** The sentences of a catalogue as a function from id and values to both texts, for a text whose language is decided later. */
export function inEachLanguage<Catalogue extends Readonly<Record<string, Sentence>>>(
  catalogue: Catalogue,
): Say<Catalogue, Readonly<Record<Language, string>>> {
  const [english, chinese] = [inLanguage(catalogue, "en"), inLanguage(catalogue, "zh-CN")];
  return (id, ...values) => ({ en: english(id, ...values), "zh-CN": chinese(id, ...values) });
}

/** Several things in one sentence, separated as each language does. */
export function listText(items: readonly string[], language: Language): string {
  return items.join(language === "en" ? ", " : "、");
}

/** Replaces each `{name}` by its value, once: a value that looks like a placeholder stays as it is. */
function fillIn(text: string, values: Readonly<Record<string, string | number>> | undefined): string {
  if (values === undefined) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
