/**
 * Fails when a shipped package has a known vulnerability of severity high or critical. Shipped packages are those in
 * a bundle or next to one.
 * Exit code 1 for such a vulnerability, and 2 when the registry gives no report, so that nothing was checked.
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";

import packageJson from "../package.json" with { type: "json" };

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Vulnerability {
  readonly name: string;
  readonly severity: string;
  readonly nodes: readonly string[];
}

const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync("package-lock.json", "utf8"),
);
const shipped = new Set<string>();
for (const name of imported()) take(name, "");

const { stdout, stderr } = spawnSync("npm", ["audit", "--json"], { encoding: "utf8" });
const found = vulnerabilities(stdout);
if (found === null) {
  const said = `${stdout} ${stderr}`.replaceAll(/\s+/g, " ").trim().slice(0, 200);
  process.stderr.write(
    `AUDIT NOT DONE of ${shipped.size} shipped packages, because the registry has no report: ${said}\n`,
  );
  process.exitCode = 2;
} else {
  const grave = found.filter(
    ({ severity, nodes }) =>
      (severity === "high" || severity === "critical") && nodes.some((node) => shipped.has(node)),
  );
  for (const { name, severity } of grave) process.stderr.write(`${name}: ${severity}\n`);
  process.stdout.write(
    `audit: ${shipped.size} packages are shipped, ${grave.length} with a fault of severity high or more\n`,
  );
  if (grave.length > 0) process.exitCode = 1;
}

/** The packages that the source imports or the build copies. */
function imported(): readonly string[] {
  const names = new Set(["swagger-ui-dist"]);
  for (const file of globSync("src/**/*.ts")) {
    const text = readFileSync(file, "utf8");
    for (const [, name = ""] of text.matchAll(/(?:from|import)\s*\(?"((?:@[\w.-]+\/)?[\w.-]+)/g)) {
      if (!name.startsWith(".")) names.add(name);
    }
  }
  return [...names].filter(
    (name) => !isBrought(name) && lock.packages[`node_modules/${name}`] !== undefined,
  );
}

/**
 * Users install peer dependencies such as test runners themselves. The image ships the Pact verifier, so Pact's
 * packages are checked.
 */
function isBrought(name: string): boolean {
  return Object.hasOwn(packageJson.peerDependencies, name) && !name.startsWith("@pact");
}

/** Adds the package that `name` resolves to from `from`: the nearest one up the folder tree, as in Node. */
function take(name: string, from: string): void {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf("/node_modules/")))) {
    const place = `${base === "" ? "" : `${base}/`}node_modules/${name}`;
    const locked = lock.packages[place];
    if (locked !== undefined && !shipped.has(place)) {
      shipped.add(place);
      for (const next of Object.keys(locked.dependencies ?? {})) take(next, place);
    }
    if (locked !== undefined || base === "") return;
  }
}

/** Null for a response that is not an audit report. */
function vulnerabilities(text: string): readonly Vulnerability[] | null {
  try {
    const answer: { readonly vulnerabilities?: Readonly<Record<string, Vulnerability>> } =
      JSON.parse(text);
    const { vulnerabilities: listed } = answer;
    return typeof listed === "object" && listed !== null ? Object.values(listed) : null;
  } catch {
    // Invalid JSON is not an audit report.
    return null;
  }
}
