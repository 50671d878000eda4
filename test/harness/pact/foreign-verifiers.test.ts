/** The page about Pact verifiers of other languages: its files and commands verify a pact, and reject a broken one. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { describe, expect, it } from "vitest";

import { start, temporaryFolder } from "../../apps/cli/program.ts";
import { isLong } from "../../long/size.ts";
import { libraries, missingFor } from "../../server/kits/runners.ts";
import { javaVariables } from "../../support/jvm.ts";
import { codeBlocks, commandsIn, sectionOf } from "../../support/markdown.ts";
import { isRemote } from "../../support/target.ts";

const page = "docs/contracts.md";

interface ForeignVerifier {
  /** The heading of its section. */
  readonly name: string;
  readonly needs: readonly string[];
  /** Files by path: one that the section shows, and what a project has anyway. */
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** Whether it also verifies without `--adopt`, which one of them shows; all do in a long run. */
  readonly asStranger: boolean;
}

const verifiers: readonly ForeignVerifier[] = [
  {
    name: "pact-python",
    needs: [join(libraries, "pact-python/pact")],
    files: { "verify_pacts.py": shownIn(page, "verify_pacts.py") },
    env: { PYTHONPATH: join(libraries, "pact-python") },
    asStranger: true,
  },
  {
    name: "pact-jvm",
    needs: ["mvn", join(libraries, "pact-jvm/junit5-4.6.17.jar")],
    files: {
      "pom.xml": shownIn("docs/languages/java.md", "pom.xml").replace(
        "</dependencies>",
        `${codeBlocks(sectionOf(page, "pact-jvm"))[0]?.body}</dependencies>`,
      ),
      "src/test/java/LeadApiPactTest.java": shownIn(page, "LeadApiPactTest.java"),
    },
    env: javaVariables,
    asStranger: isLong,
  },
];

/** The text of a file that a page shows. */
function shownIn(shown: string, file: string): string {
  const [, after = ""] = readFileSync(shown, "utf8").split(`\`${file}\`:\n\n\`\`\``);
  return after.slice(after.indexOf("\n") + 1, after.indexOf("\n```\n") + 1);
}

/** The arguments of the command with which a section of the page ends. */
function commandOf(name: string): readonly string[] {
  const command = commandsIn(sectionOf(page, name)).at(-1) ?? "";
  const [npx, program, ...args] = command.split(" ");
  expect([npx, program]).toEqual(["npx", "lead-sandbox"]);
  return args;
}

describe.each(verifiers)("$name", { timeout: 300_000 }, (verifier) => {
  const { name, needs, files, env, asStranger } = verifier;
  it("verifies its pact with the lines and the command of the page, and rejects a status that is wrong", async (context) => {
    const missing = missingFor(needs);
    context.skip(isRemote || missing !== undefined, `${name} is not installed: no ${missing}.`);
    const folder = temporaryFolder();
    cpSync(join(import.meta.dirname, "foreign"), folder, { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const command = commandOf(name);
    const verified = await start(command, env, folder).ended;
    expect(verified).toMatchObject({ code: 0 });

    const pact = join(folder, "pacts/partner-crm-lead-api.json");
    writeFileSync(pact, readFileSync(pact, "utf8").replace('"status": 201', '"status": 202'));
    const rejected = await start(command, env, folder).ended;
    expect(rejected).toMatchObject({ code: 1 });
    const printed = stripVTControlCharacters(rejected.stdout + rejected.stderr);
    expect(printed).toMatch(/expected (status of )?202 but was 201/);
    expect(printed).toContain("a second Lead is refused");

    if (!asStranger) return;
    // Without --adopt, the sandbox knows neither the key nor the Firm.
    const without = command.filter((word) => word !== "--adopt");
    const unknown = await start(without, env, folder).ended;
    expect(stripVTControlCharacters(unknown.stdout + unknown.stderr)).toMatch(/but was 401/);
  });
});
