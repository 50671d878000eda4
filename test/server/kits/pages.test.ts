/** The pages about other languages: their files and commands, as a reader copies them. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { beforeEach, describe, expect, it } from "vitest";

import type { KitName } from "../../../src/server/kits/kits.ts";
import { kitNames } from "../../../src/server/kits/kits.ts";
import { start, startProgram, temporaryFolder } from "../../apps/cli/program.ts";
import { spread } from "../../long/size.ts";
import { commandFile } from "../../support/command.ts";
import { javaVariables } from "../../support/jvm.ts";
import { isRemote } from "../../support/target.ts";
import { compileNUnit, missingFor, nunit } from "./runners.ts";

/** What a project of the language has anyway. */
const projectFiles: Readonly<Partial<Record<KitName, Readonly<Record<string, string>>>>> = {
  java: { "pom.xml": readFileSync(join(import.meta.dirname, "java/pom.xml"), "utf8") },
  go: { "go.mod": "module example.com/client\n\ngo 1.22\n" },
};

interface Page {
  readonly files: Readonly<Record<string, string>>;
  /** Where the page puts the kit. */
  readonly kit: string;
  /** The command of the tests. */
  readonly command: readonly string[];
}

function pageOf(name: KitName): Page {
  const page = readFileSync(`docs/languages/${name}.md`, "utf8");
  const blocks = page.matchAll(/^`([\w./-]+)`:\n\n```\w+\n([^]*?)\n```$/gm);
  const [, kit = ""] = new RegExp(`lead-sandbox kit ${name} > (\\S+)`).exec(page) ?? [];
  const [, command = ""] = /lead-sandbox exec -- (.+)/.exec(page) ?? [];
  return {
    files: Object.fromEntries(Array.from(blocks, ([, file = "", text = ""]) => [file, text])),
    kit,
    command: standIns[name] ?? command.split(" "),
  };
}

interface LoneClient {
  /** The flags of `exec` for the host in the code, and the command of the client. */
  readonly flags: readonly string[];
  readonly command: string;
  readonly fromEnvironment: Readonly<Record<string, string>>;
  readonly inCode: Readonly<Record<string, string>>;
}

/** The client of a page on its own, as shown and with the line of the page that has the host in it. */
function clientOf(name: KitName): LoneClient {
  const page = readFileSync(`docs/languages/${name}.md`, "utf8");
  const [, flags = "", command = ""] =
    /lead-sandbox exec (--intercept \S+) -- (.+)/.exec(page) ?? [];
  const [, line = ""] = /With the provider's host in its code,\s`([^`]+)`/.exec(page) ?? [];
  const { files } = pageOf(name);
  const inCode = Object.entries(files).map(([file, text]) => [
    file,
    text.replace(/^(\s*).*LEAD_API_URL.*$/m, (_, indent: string) => indent + line),
  ]);
  return {
    flags: flags.split(" "),
    command,
    fromEnvironment: files,
    inCode: Object.fromEntries(inCode),
  };
}

function write(files: Readonly<Record<string, string>>, folder: string): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${content}\n`);
  }
}

/** The page about C# has the command of .NET, which no package registry has. */
const standIns: Readonly<Partial<Record<KitName, readonly string[]>>> = {
  csharp: ["sh", "-c", `${compileNUnit} Tests/*.cs && ${nunit().join(" ")}`],
};

/** The program of a page's command that some machines lack. */
const programs: Readonly<Partial<Record<KitName, string>>> = {
  python: "pytest",
  java: "mvn",
  go: "go",
  ruby: "rspec",
  php: "phpunit",
  csharp: "nunit-console",
  shell: "bats",
};

/** What a kit says without a sandbox is shown by `kits.test.ts`; a few commands show that a page's command then fails. */
const withoutSandbox: readonly KitName[] = spread(kitNames, 2);

const pages = kitNames.map((name) => ({ name, missing: missingFor([programs[name] ?? name]) }));

describe.each(pages)("the page about $name", { timeout: 180_000 }, ({ name, missing }) => {
  beforeEach((context) =>
    context.skip(isRemote || missing !== undefined, `There is no ${missing}.`),
  );

  const isRedToo = withoutSandbox.includes(name);
  it(`leads to a first green test${isRedToo ? ", and to a red one without a sandbox" : ""}`, async () => {
    const { files, kit, command } = pageOf(name);
    const folder = temporaryFolder();
    const { stdout: text } = await start(["kit", name]).ended;
    write({ ...projectFiles[name], ...files, [kit]: text }, folder);
    expect(await start(["exec", "--", ...command], javaVariables, folder).ended).toMatchObject({
      code: 0,
    });
    if (!isRedToo) return;
    const [program = "", ...args] = command;
    const none = { ...javaVariables, LEAD_SANDBOX_CONTROL_URL: "http://127.0.0.1:9" };
    expect((await startProgram(program, args, none, folder).ended).code).not.toBe(0);
  });
});

describe.each(pages.filter(({ name }) => name !== "csharp"))(
  "the client of the page about $name",
  { timeout: 60_000 },
  ({ name, missing }) => {
    beforeEach((context) =>
      context.skip(isRemote || missing !== undefined, `There is no ${missing}.`),
    );

    it("lists Leads, with the base URL of its environment and with the host in its code", async () => {
      const { flags, command, fromEnvironment, inCode } = clientOf(name);
      const folder = temporaryFolder();
      write({ ...projectFiles[name], ...fromEnvironment }, folder);
      write({ ...projectFiles[name], ...inCode }, join(folder, "hosted"));
      const both = `${command} && cd hosted && ${command}`;
      const args = ["exec", ...flags, "--", "sh", "-c", both];
      const { code, stdout } = await start(args, javaVariables, folder).ended;
      expect([code, stdout.match(/^200$/gm)]).toEqual([0, ["200", "200"]]);
    });
  },
);

describe("a Go project with the package in node_modules", () => {
  it("has none of its Go files in ./...", async (context) => {
    context.skip(missingFor(["go"]) !== undefined, "There is no go.");
    const folder = temporaryFolder();
    const installed = join(folder, "node_modules/lead-sandbox");
    cpSync("docs/polling", join(installed, "docs/polling"), { recursive: true });
    const kits = join(dirname(commandFile()), "../kits");
    cpSync(kits, join(installed, "dist/kits"), { recursive: true });
    writeFileSync(join(folder, "go.mod"), projectFiles.go?.["go.mod"] ?? "");
    writeFileSync(join(folder, "client.go"), "package client\n");
    const env = {
      GOCACHE: join(process.env["HOME"] ?? "", ".cache/go-build"),
      GOTOOLCHAIN: "local",
    };
    const { code, stdout, stderr } = await startProgram("go", ["list", "./..."], env, folder).ended;
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "example.com/client\n",
      stderr: "",
    });
  });
});
