import { createRequire } from "node:module";

/**
 * Throws if the installed version of a package is too old for its entry. The range of the package accepts every
 * version, because npm would otherwise refuse projects that use only the command.
 */
export function checkPeerVersion(
  { entry, name, least }: { readonly entry: string; readonly name: string; readonly least: number },
  version = installedVersion(name),
): void {
  const major = Number.parseInt(version, 10);
  if (Number.isNaN(major) || major >= least) return;
  throw new Error(
    `lead-sandbox/${entry} requires ${name} ${least} or newer, and ${version} is installed: npm install --save-dev ${name}@latest`,
  );
}

/** Empty if unknown, such as with a package manager that hides the file. */
function installedVersion(name: string): string {
  try {
    const { version }: { readonly version?: unknown } = createRequire(import.meta.url)(
      `${name}/package.json`,
    );
    return typeof version === "string" ? version : "";
  } catch {
    return "";
  }
}
