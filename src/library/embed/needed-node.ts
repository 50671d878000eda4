/**
 * Throws on a Node that is too old, with the version to install. `start.mjs` has the same check for commands, since
 * it must be able to run there.
 */
export function requireNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  throw new Error(
    `lead-sandbox needs Node 22.18 or newer and this is Node ${version}. ` +
      "Install it, for one project with `npm install --save-dev node`.",
  );
}
