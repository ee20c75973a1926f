/** The dialogs that `/notify setup` opens, as Pi offers them; undefined or false when the user pressed Escape. */
export interface SetupDialogs {
  select(title: string, options: string[]): Promise<string | undefined>;
  input(title: string, placeholder?: string): Promise<string | undefined>;
  confirm(title: string, message: string): Promise<boolean>;
}
