import type { core } from "zod/mini";
import type { ConfigMessage } from "../../messages/config.messages.ts";

type Schema = core.$ZodType;

/** What lies behind optionals, defaults, unions and the like: each a form that the value may take. */
export function formsOf(schemas: readonly Schema[]): readonly core.$ZodTypes[] {
  const forms = new Set<core.$ZodTypes>();
  const seen = new Set<Schema>();
  const visit = (schema: Schema): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    // The union of all schema classes is what zod's documentation gives for walking schemas.
    const { _zod } = schema as core.$ZodTypes;
    const { def } = _zod;
    switch (def.type) {
      case "optional":
      case "nullable":
      case "default":
      case "prefault":
      case "nonoptional":
      case "readonly":
      case "catch":
        visit(def.innerType);
        return;
      case "pipe":
        visit(def.in);
        return;
      case "lazy":
        visit(def.getter());
        return;
      case "union":
        for (const option of def.options) visit(option);
        return;
      default:
        forms.add(schema as core.$ZodTypes);
    }
  };
  for (const schema of schemas) visit(schema);
  return [...forms];
}

/** What is in force where nothing stands, if a schema says so. */
export function defaultOf(schemas: readonly Schema[]): unknown {
  for (const schema of schemas) {
    const { def } = (schema as core.$ZodTypes)._zod;
    if (def.type === "default") return def.defaultValue;
  }
  return undefined;
}

/** The keys that an object may have; undefined where it may have any, or where no object is wanted. */
export function knownKeys(schemas: readonly Schema[]): readonly string[] | undefined {
  const known = new Set<string>();
  let isObject = false;
  for (const { _zod } of formsOf(schemas)) {
    const { def } = _zod;
    if (def.type === "object") {
      isObject = true;
      for (const key of Object.keys(def.shape)) known.add(key);
      if (def.catchall !== undefined && formsOf([def.catchall]).some((form) => form._zod.def.type !== "never")) return;
    } else if (!WITHOUT_KEYS.has(def.type)) return;
  }
  return isObject ? [...known] : undefined;
}

/** Everything else may hold keys of its own: records, `unknown`, and what this file does not know. */
const WITHOUT_KEYS: ReadonlySet<string> = new Set(["string", "number", "boolean", "null", "enum", "literal", "array"]);

/** The schemas for what stands under a key or in a list; none where anything may stand. */
export function childSchemas(schemas: readonly Schema[], key: string | number): readonly Schema[] {
  return formsOf(schemas).flatMap(({ _zod }): readonly Schema[] => {
    const { def } = _zod;
    if (def.type === "array") return typeof key === "number" ? [def.element] : [];
    if (typeof key === "number") return [];
    if (def.type === "record") return [def.valueType];
    if (def.type !== "object" || !Object.hasOwn(def.shape, key)) return [];
    const child = def.shape[key];
    return child === undefined ? [] : [child];
  });
}

/** `true or false`, `a whole number from 0 to 10`, each form once; empty where there is nothing definite to say. */
export function describeForms(schemas: readonly Schema[]): readonly ConfigMessage[] {
  const forms = new Map<string, ConfigMessage>();
  for (const schema of formsOf(schemas)) {
    const form = describeForm(schema);
    if (form === undefined) return [];
    forms.set(JSON.stringify(form), form);
  }
  return [...forms.values()];
}

/** The texts that a value may be, where it is one of a few. */
export function vocabularyOf(schemas: readonly Schema[]): readonly string[] {
  return formsOf(schemas).flatMap(({ _zod: { def } }) => {
    if (def.type === "enum") return Object.values(def.entries).map(String);
    return def.type === "literal" ? def.values.filter((value) => typeof value === "string") : [];
  });
}

function describeForm({ _zod }: core.$ZodTypes): ConfigMessage | undefined {
  const { def } = _zod;
  switch (def.type) {
    case "boolean":
      return { id: "formSwitch" };
    case "string":
      return { id: "formText" };
    case "null":
      return { id: "formNull" };
    case "array":
      return { id: "formList" };
    case "object":
    case "record":
      return { id: "formObject" };
    case "number":
      return describeNumber(def);
    case "enum":
      return oneOf(Object.values(def.entries));
    case "literal":
      return oneOf(def.values);
    default:
      return undefined;
  }
}

function describeNumber({ format, checks = [] }: NumberDef): ConfigMessage {
  let minimum: ConfigMessage | undefined;
  let maximum: ConfigMessage | undefined;
  const isWhole = format?.includes("int") ?? false;
  const bounds = checks.map(({ _zod }) => _zod.def).filter(isBound);
  const hasMinimum = bounds.some(({ check }) => check === "greater_than");
  for (const { check, value, inclusive } of bounds) {
    const step = isWhole && !inclusive ? 1 : 0;
    const isIncluded = isWhole || inclusive;
    if (check === "greater_than") {
      minimum = { id: isIncluded ? "boundFrom" : "boundAbove", values: { value: value + step } };
    } else if (isIncluded) {
      maximum = { id: hasMinimum ? "boundTo" : "boundUpTo", values: { value: value - step } };
    } else {
      maximum = { id: "boundBelow", values: { value } };
    }
  }
  const form: ConfigMessage = { id: isWhole ? "formWholeNumber" : "formNumber" };
  if (minimum !== undefined && maximum !== undefined) {
    return { id: "formBetween", values: { form, least: minimum, most: maximum } };
  }
  const bound = minimum ?? maximum;
  return bound === undefined ? form : { id: "formBounded", values: { form, bound } };
}

interface NumberDef {
  readonly format?: string;
  readonly checks?: readonly core.$ZodCheck<never>[];
}

interface Bound extends core.$ZodCheckDef {
  readonly check: "greater_than" | "less_than";
  readonly value: number;
  readonly inclusive: boolean;
}

function isBound(def: core.$ZodCheckDef): def is Bound {
  return (def.check === "greater_than" || def.check === "less_than") && "value" in def && typeof def.value === "number";
}

function oneOf(values: readonly unknown[]): ConfigMessage {
  const words = values.map((value) => (typeof value === "string" ? `"${value}"` : String(value)));
  const last = words.pop() ?? "";
  return words.length === 0 ? { id: "formWord", values: { word: last } } : { id: "formWords", values: { words, last } };
}
