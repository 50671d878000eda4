import { execFile } from "node:child_process";
import { existsSync, globSync, realpathSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

import { systemBundles } from "../https/trusted-before.ts";
import type { NamedPrograms } from "./named-programs.ts";
import { namedPrograms } from "./named-programs.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const run = promisify(execFile);

/** Files of certificates that a namespace replaces. */
export interface TrustFiles {
  readonly bundles: readonly string[];
  readonly javaStores: readonly string[];
}

/** The files that a command and the programs of its environment trust without a variable. */
export async function trustFiles(
  environment: Environment,
  command: readonly string[],
): Promise<TrustFiles> {
  const named = namedPrograms(command, environment);
  const pythons = await pythonBundles(environment, named);
  const bundles = [...systemBundles, ...pythons].flatMap(realFile);
  return {
    bundles: [...new Set(bundles)],
    javaStores: [...new Set(javaStores(environment, named))],
  };
}

/** In a folder of Python packages: those that have certificates of their own. */
const pythonFiles = [
  "certifi/cacert.pem",
  "pip/_vendor/certifi/cacert.pem",
  "botocore/cacert.pem",
  "httplib2/cacerts.txt",
] as const;

const pythonScript = `import os, site, sys
for folder in sys.path + [site.getusersitepackages()]:
    for name in ${JSON.stringify(pythonFiles)}:
        file = os.path.join(folder, name)
        if os.path.isfile(file):
            print(file)
`;

async function pythonBundles(
  environment: Environment,
  { pythons, environments }: NamedPrograms,
): Promise<readonly string[]> {
  const outputs = ["python3", "python", ...pythons].map(async (program) => {
    try {
      const env = { ...environment };
      return (await run(program, ["-c", pythonScript], { env, timeout: 10_000 })).stdout;
    } catch {
      return ""; // This machine has no such program.
    }
  });
  // No program of these folders is started, because the command may not mean them.
  const inEnvironments = environments.flatMap((folder) =>
    globSync(
      pythonFiles.map((file) => `lib/*/site-packages/${file}`),
      { cwd: folder },
    ).map((file) => join(folder, file)),
  );
  return [...(await Promise.all(outputs)).join("").split("\n").filter(Boolean), ...inEnvironments];
}

function javaStores(
  { PATH = "", JAVA_HOME }: Environment,
  { javas }: NamedPrograms,
): readonly string[] {
  const onPath = PATH.split(delimiter).map((folder) => join(folder, "java"));
  const [usual] = onPath.flatMap(realFile);
  const programs = [...(usual === undefined ? [] : [usual]), ...javas.flatMap(realFile)];
  const homes = [...programs.map((program) => join(program, "../..")), JAVA_HOME ?? ""];
  return homes
    .filter((home) => home !== "")
    .flatMap((home) => realFile(join(home, "lib/security/cacerts")));
}

/** The file itself behind links; empty for anything else. */
function realFile(path: string): readonly string[] {
  if (!existsSync(path) || !statSync(path).isFile()) return [];
  return [realpathSync(path)];
}
