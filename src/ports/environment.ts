/** The process environment as we read it; never written (SPEC 7). */
export type Environment = Readonly<Record<string, string | undefined>>;
