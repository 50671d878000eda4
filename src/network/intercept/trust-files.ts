import { execFile } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

import { systemBundles } from "../https/trusted-before.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const run = promisify(execFile);

/** Files of certificates that a namespace replaces. */
export interface TrustFiles {
  readonly bundles: readonly string[];
  readonly javaStores: readonly string[];
}

/** The files that programs of this environment trust without a variable. */
export async function trustFiles(environment: Environment): Promise<TrustFiles> {
  const bundles = [...systemBundles, ...(await pythonBundles(environment))].flatMap(realFile);
  return { bundles: [...new Set(bundles)], javaStores: [...new Set(javaStores(environment))] };
}

const pythonScript = `import os, site, sys
for folder in sys.path + [site.getusersitepackages()]:
    for name in ("certifi/cacert.pem", "pip/_vendor/certifi/cacert.pem", "botocore/cacert.pem", "httplib2/cacerts.txt"):
        file = os.path.join(folder, name)
        if os.path.isfile(file):
            print(file)
`;

async function pythonBundles(environment: Environment): Promise<readonly string[]> {
  const outputs = ["python3", "python"].map(async (program) => {
    try {
      const env = { ...environment };
      return (await run(program, ["-c", pythonScript], { env, timeout: 10_000 })).stdout;
    } catch {
      return ""; // This machine has no such program.
    }
  });
  return (await Promise.all(outputs)).join("").split("\n").filter(Boolean);
}

function javaStores({ PATH = "", JAVA_HOME }: Environment): readonly string[] {
  const programs = PATH.split(delimiter).map((folder) => join(folder, "java"));
  const [program] = programs.flatMap(realFile);
  const homes = [...(program === undefined ? [] : [join(program, "../..")]), JAVA_HOME ?? ""];
  return homes
    .filter((home) => home !== "")
    .flatMap((home) => realFile(join(home, "lib/security/cacerts")));
}

/** The file itself behind links; empty for anything else. */
function realFile(path: string): readonly string[] {
  if (!existsSync(path) || !statSync(path).isFile()) return [];
  return [realpathSync(path)];
}
