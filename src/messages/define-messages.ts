import type { Language } from "../notices/event-table.ts";

/** One sentence that a person reads, in each language. `{name}` stands for a value that is known only when it is shown. */
export interface Sentence {
  readonly en: string;
  readonly zh: string;
}

/** The names of the placeholders in a sentence. Braces around anything but a name are text: `{}`, `{ "token": "…" }`. */
type PlaceholderIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends "" | `${string}${" " | '"' | ":" | "{"}${string}` ? never : Name) | PlaceholderIn<Rest>
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

/** What may stand for a placeholder: a value as it is, a message of the same catalogue, or a list of either. */
type Value<Catalogue> = string | number | MessageOf<Catalogue> | readonly (string | MessageOf<Catalogue>)[];

type Values<Name extends string, One> = Readonly<Record<Name, One>>;

type PlaceholderOf<One> = One extends { en: infer En extends string } ? PlaceholderIn<En> : never;

/** What a sentence needs besides its id: nothing, or a value for each of its placeholders. */
type ValuesOf<One> = [PlaceholderOf<One>] extends [never] ? [] : [values: Values<PlaceholderOf<One>, string | number>];

/** Says the sentence with this id in one language, or in whatever `Said` is. */
export type Say<Catalogue, Said = string> = <Id extends keyof Catalogue & string>(
  id: Id,
  ...values: ValuesOf<Catalogue[Id]>
) => Said;

/** The ids of the sentences that need no value. */
export type PlainIdOf<Catalogue> = {
  readonly [Id in keyof Catalogue & string]: [PlaceholderOf<Catalogue[Id]>] extends [never] ? Id : never;
}[keyof Catalogue & string];

/** A sentence by its id, with its values, for as long as the language is not decided. {@link messageText} says it. */
export type MessageOf<Catalogue> =
  | { readonly id: PlainIdOf<Catalogue>; readonly values?: undefined }
  | {
      readonly [Id in Exclude<keyof Catalogue & string, PlainIdOf<Catalogue>>]: {
        readonly id: Id;
        readonly values: Values<PlaceholderOf<Catalogue[Id]>, Value<Catalogue>>;
      };
    }[Exclude<keyof Catalogue & string, PlainIdOf<Catalogue>>];

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
    const [values]: readonly (Values<string, string | number> | undefined)[] = rest;
    return fillIn(textOf(catalogue, id, language), values);
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

/** Says a message in one language. Lists are separated by commas, as each language writes them. */
export function messageText<Catalogue extends Readonly<Record<string, Sentence>>>(
  catalogue: Catalogue,
  message: MessageOf<Catalogue>,
  language: Language,
): string {
  const { id, values } = message as AnyMessage;
  const said = Object.entries(values ?? {}).map(([name, value]) => [name, sayValue(value)] as const);
  return fillIn(textOf(catalogue, id, language), Object.fromEntries(said));

  function sayValue(value: AnyValue): string {
    if (typeof value !== "object") return String(value);
    if (isList(value)) return listText(value.map(sayValue), language);
    return messageText(catalogue, value as MessageOf<Catalogue>, language);
  }
}

interface AnyMessage {
  readonly id: string;
  readonly values?: Readonly<Record<string, AnyValue>>;
}

type AnyValue = string | number | AnyMessage | readonly (string | AnyMessage)[];

function isList(value: AnyValue): value is readonly (string | AnyMessage)[] {
  return Array.isArray(value);
}

function textOf(catalogue: Readonly<Record<string, Sentence>>, id: string, language: Language): string {
  const { en, zh } = catalogue[id] as Sentence;
  return language === "en" ? en : zh;
}

/**
 * Replaces each `{name}` by its value, once: a value that looks like a placeholder stays as it is.
 * The space that separates a placeholder from a Han character goes where the value has a Han character on that side.
 */
function fillIn(text: string, values: Readonly<Record<string, string | number>> | undefined): string {
  if (values === undefined) return text;
  return text.replace(PLACEHOLDER, (whole, before: string | undefined, name: string, after: string | undefined) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = String(values[name]);
    const left = BEGINS_IN_HAN.test(value) ? "" : (before ?? "");
    const right = ENDS_IN_HAN.test(value) ? "" : (after ?? "");
    return `${left}${value}${right}`;
  });
}

const PLACEHOLDER = /((?<=\p{Script=Han}) )?\{(\w+)\}( (?=\p{Script=Han}))?/gu;
const BEGINS_IN_HAN = /^[\p{Script=Han}“（]/u;
const ENDS_IN_HAN = /[\p{Script=Han}”）]$/u;
