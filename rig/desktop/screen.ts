/** A screen that nobody looks at. */
export interface Screen extends AsyncDisposable {
  /** What makes a program draw on it. */
  readonly env: Readonly<Record<string, string>>;
}
