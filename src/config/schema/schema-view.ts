import type { core } from "zod/mini";

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

/** `true or false`, `a whole number from 0 to 10`; undefined where there is nothing definite to say. */
export function describeForms(schemas: readonly Schema[]): string | undefined {
  const words = formsOf(schemas).map(describeForm);
  return words.length === 0 || words.includes(undefined) ? undefined : [...new Set(words)].join(", or ");
}

/** The texts that a value may be, where it is one of a few. */
export function vocabularyOf(schemas: readonly Schema[]): readonly string[] {
  return formsOf(schemas).flatMap(({ _zod: { def } }) => {
    if (def.type === "enum") return Object.values(def.entries).map(String);
    return def.type === "literal" ? def.values.filter((value) => typeof value === "string") : [];
  });
}

function describeForm({ _zod }: core.$ZodTypes): string | undefined {
  const { def } = _zod;
  switch (def.type) {
    case "boolean":
      return "true or false";
    case "string":
      return "a text";
    case "null":
      return "null";
    case "array":
      return "a list";
    case "object":
    case "record":
      return "an object";
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

function describeNumber({ format, checks = [] }: NumberDef): string {
  let minimum: string | undefined;
  let maximum: string | undefined;
  const isWhole = format?.includes("int") ?? false;
  for (const { _zod } of checks) {
    if (isBound(_zod.def)) {
      const { check, value, inclusive } = _zod.def;
      const step = inclusive ? 0 : 1;
      if (check === "greater_than")
        minimum = isWhole ? `from ${value + step}` : `${inclusive ? "from" : "above"} ${value}`;
      else maximum = isWhole ? `to ${value - step}` : `${inclusive ? "to" : "below"} ${value}`;
    }
  }
  return [isWhole ? "a whole number" : "a number", minimum, minimum ? maximum : maximum?.replace(/^to/, "up to")]
    .filter((word) => word !== undefined)
    .join(" ");
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

function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => (typeof value === "string" ? `"${value}"` : String(value)));
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} or ${last}`;
}
