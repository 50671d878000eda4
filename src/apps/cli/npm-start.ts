import { readFileSync } from "node:fs";
import { delimiter } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether npm runs this program as the `start` script of a checkout. */
export function isNpmStart({
  npm_lifecycle_event: script,
  npm_package_name: name,
  INIT_CWD: calledFrom,
}: Environment): boolean {
  return script === "start" && name === "lead-sandbox" && Boolean(calledFrom);
}

/**
 * Returns to the folder and environment of the `npm start` call. Scripts of npm run in the package's folder with its
 * programs first in PATH, but commands run here belong to the caller.
 */
export function leaveNpmStart(): void {
  const { INIT_CWD: calledFrom = "" } = process.env;
  process.chdir(calledFrom);
  const original = environmentOfNpm() ?? withoutNpm(process.env);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, original);
}

/** The command line of npm, where the system shows it. npm is the parent process and sets its title to `npm …`. */
function environmentOfNpm(): Environment | null {
  try {
    const folder = `/proc/${process.ppid}`;
    if (!readFileSync(`${folder}/cmdline`, "utf8").startsWith("npm ")) return null;
    const pairs = readFileSync(`${folder}/environ`, "utf8").split("\0").filter(Boolean);
    return Object.fromEntries(
      pairs.map((pair) => {
        const end = pair.indexOf("=");
        return [pair.slice(0, end), pair.slice(end + 1)];
      }),
    );
  } catch {
    return null; // No /proc, as on macOS.
  }
}

/** The environment without npm's additions. It cannot restore a variable of the caller that npm overwrote. */
function withoutNpm(environment: Environment): Environment {
  const { NODE: node, npm_node_execpath: nodeOfNpm, PATH: path = "" } = environment;
  const isOfNpm = (name: string): boolean =>
    /^(?:npm_.*|INIT_CWD|COLOR)$/.test(name) || (name === "NODE" && node === nodeOfNpm);
  const kept = Object.entries(environment).filter(([name]) => !isOfNpm(name));
  const folders = path.split(delimiter);
  const lastOfNpm = folders.findIndex((folder) => folder.endsWith("node-gyp-bin"));
  return {
    ...Object.fromEntries(kept),
    PATH: folders.slice(lastOfNpm + 1).join(delimiter),
    PWD: process.cwd(),
  };
}
