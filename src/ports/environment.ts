/** The process environment as we read it; never written (R27). */
export type Environment = Readonly<Record<string, string | undefined>>;
