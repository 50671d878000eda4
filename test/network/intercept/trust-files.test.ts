/** The files of certificates that a namespace replaces, found from the words of a command. */
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

import { trustFiles } from "../../../src/network/intercept/trust-files.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";

function written(file: string, text = ""): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** A virtual environment with certifi, without an interpreter that runs, and its file of certificates. */
function virtualEnvironment(name = ".venv") {
  const folder = join(realpathSync(temporaryFolder()), name);
  written(join(folder, "pyvenv.cfg"));
  const program = written(join(folder, "bin/python3"), "#!/nowhere/python3\n");
  const script = written(join(folder, "bin/sync"), `#!${program}\n`);
  const bundle = written(join(folder, "lib/python3.12/site-packages/certifi/cacert.pem"));
  return { folder, program, script, bundle };
}

/** An environment in which no program is found by its name. */
const empty = { PATH: "/nowhere" };

async function found(command: readonly string[], environment = {}) {
  return (await trustFiles({ ...empty, ...environment }, command)).bundles;
}

describe("the files of a Python of a virtual environment", () => {
  it.each([
    ["named by its path", ({ program }) => [program, "sync.py"]],
    ["named after another program", ({ program }) => ["nice", "-n", "5", program, "sync.py"]],
    ["named in the text of a shell", ({ program }) => ["sh", "-c", `cd / && "${program}" sync.py`]],
    ["named as a value", ({ program }) => ["env", `PYTHON=${program}`, "make"]],
    ["that has the script", ({ script }) => [script, "--once"]],
    ["that has the script, for a shell", ({ script }) => ["sh", "-c", `${script} --once; true`]],
    ["with a space in its path", ({ program }) => [program], "my venv"],
  ] satisfies readonly (readonly [
    string,
    (made: ReturnType<typeof virtualEnvironment>) => readonly string[],
    string?,
  ])[])("%s", async (_, command, name?: string) => {
    const made = virtualEnvironment(name);
    expect(await found(command(made))).toContain(made.bundle);
  });

  it("named by a script elsewhere, or by a link, or in the form of pip for long paths", async () => {
    const { program, bundle } = virtualEnvironment("a long venv");
    const folder = temporaryFolder();
    const link = join(folder, "sync");
    const plain = virtualEnvironment();
    symlinkSync(plain.script, link);
    const other = written(join(folder, "other"), `#!${plain.program} -E\n`);
    const long = written(
      join(folder, "long"),
      `#!/bin/sh\n'''exec' "${program}" "$0" "$@"\n' '''\n`,
    );
    chmodSync(other, 0o755);
    expect(await found([other])).toContain(plain.bundle);
    expect(await found([long])).toContain(bundle);
    expect(await found([link])).toContain(plain.bundle);
    expect(await found(["other"], { PATH: folder })).toContain(plain.bundle);
  });

  it("named by VIRTUAL_ENV or CONDA_PREFIX", async () => {
    const { folder, bundle } = virtualEnvironment();
    expect(await found(["make"], { VIRTUAL_ENV: folder })).toContain(bundle);
    expect(await found(["make"], { CONDA_PREFIX: folder })).toContain(bundle);
  });

  it("are those of certifi, pip, botocore and httplib2", async () => {
    const { folder, program } = virtualEnvironment();
    const packages = join(folder, "lib/python3.12/site-packages");
    const files = ["pip/_vendor/certifi/cacert.pem", "botocore/cacert.pem", "httplib2/cacerts.txt"];
    const all = files.map((file) => written(join(packages, file)));
    expect(await found([program])).toEqual(expect.arrayContaining(all));
  });

  it.each([[[]], [[""]], [["/"]], [["nosuch"]], [["/nowhere/python3"]], [["sh", "-c", "'\"$(/`"]]])(
    "are none for %j",
    async (command) => {
      const usual = await found(["true"]);
      expect(await found(command)).toEqual(usual);
    },
  );
});

describe("the trust store of a Java", () => {
  it("is replaced when the command names the program by its path", async () => {
    const home = join(realpathSync(temporaryFolder()), "jdk");
    const program = written(join(home, "bin/java"));
    const store = written(join(home, "lib/security/cacerts"));
    for (const command of [
      [program, "-jar", "a.jar"],
      ["sh", "-c", `${program} -jar a.jar`],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one command after another
      expect((await trustFiles(empty, command)).javaStores).toContain(store);
    }
  });
});
