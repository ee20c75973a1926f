import { access } from "node:fs/promises";

const SCHEMA = "config/config.schema.json";

/**
 * Where an editor finds the JSON Schema of this very version: the file that came with the package.
 * @param from a module's own address, somewhere below the package's folder
 * @returns a `file:` address; undefined where the package lies there without its schema
 */
export async function findSchemaLink(from: string): Promise<string | undefined> {
  for (let folder = new URL("./", from); ; folder = new URL("../", folder)) {
    const candidate = new URL(SCHEMA, folder);
    if (await exists(candidate)) return candidate.href;
    if (folder.pathname === "/" || (await exists(new URL("package.json", folder)))) return undefined;
  }
}

function exists(file: URL): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
