/** The pages about other languages: their files and commands, as a reader copies them. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { beforeEach, describe, expect, it } from "vitest";

import type { KitName } from "../../src/kits/kits.ts";
import { kitNames, kitText } from "../../src/kits/kits.ts";
import { startProgram, startReady, temporaryFolder } from "../cli/program.ts";
import { isRemote } from "../support/target.ts";
import { isMissing, runners } from "./runners.ts";

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
    command: command.split(" "),
  };
}

describe.each(kitNames.map((name) => ({ name, isLeftOut: isRemote || isMissing(name) })))(
  "the page about $name",
  { timeout: 180_000 },
  ({ name, isLeftOut }) => {
    beforeEach((context) => context.skip(isLeftOut, `There is no ${runners[name].needs}.`));

    it("leads to a first green test, and to a red one without a sandbox", async () => {
      const { files, kit, command } = pageOf(name);
      const folder = temporaryFolder();
      const all = { ...projectFiles[name], ...files, [kit]: kitText(name, "0.1.0") };
      for (const [file, text] of Object.entries(all)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), `${text}\n`);
      }
      const { ready } = await startReady();
      const [program = "", ...args] = command;
      const ran = (control: string) =>
        startProgram(program, args, { LEAD_SANDBOX_CONTROL_URL: control }, folder).ended;
      expect(await ran(ready.control)).toMatchObject({ code: 0 });
      expect((await ran("http://127.0.0.1:9")).code).not.toBe(0);
    });
  },
);
