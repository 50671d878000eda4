/** The page about Pact verifiers of other languages: its files verify a pact, and reject a broken one. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { describe, expect, it } from "vitest";

import { start, startProgram, temporaryFolder } from "../cli/program.ts";
import { libraries, missingFor } from "../kits/runners.ts";
import { isRemote } from "../support/target.ts";

const page = readFileSync("docs/pact-verifiers.md", "utf8");
const jars = ["junit", "pact-jvm"].map((folder) => join(libraries, folder, "*")).join(delimiter);

interface ForeignVerifier {
  readonly name: string;
  readonly needs: readonly string[];
  readonly file: string;
  readonly build?: readonly string[];
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const verifiers: readonly ForeignVerifier[] = [
  {
    name: "pact-python",
    needs: [join(libraries, "pact-python/pact")],
    file: "verify_pacts.py",
    command: ["python3", "verify_pacts.py"],
    env: { PYTHONPATH: join(libraries, "pact-python") },
  },
  {
    name: "pact-jvm",
    needs: ["javac", join(libraries, "pact-jvm/junit5-4.6.17.jar")],
    file: "LeadApiPactTest.java",
    build: ["javac", "-cp", jars, "-d", "classes", "LeadApiPactTest.java"],
    command: [
      ..."java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp".split(" "),
      `${jars}${delimiter}classes`,
      ..."org.junit.platform.console.ConsoleLauncher execute --disable-banner".split(" "),
      ..."--select-class LeadApiPactTest".split(" "),
    ],
    env: {},
  },
];

/** The text of a file that the page shows. */
function shown(file: string): string {
  const [, after = ""] = page.split(`\n\`${file}\`:\n\n\`\`\``);
  return after.slice(after.indexOf("\n") + 1, after.indexOf("\n```\n") + 1);
}

describe.each(verifiers)("$name", { timeout: 120_000 }, ({ name, needs, file, ...verifier }) => {
  it("verifies its pact with the lines of the page, and rejects a status that is wrong", async (context) => {
    const missing = missingFor(needs);
    context.skip(isRemote || missing !== undefined, `${name} is not installed: no ${missing}.`);
    const folder = temporaryFolder();
    cpSync(join(import.meta.dirname, "foreign"), folder, { recursive: true });
    writeFileSync(join(folder, file), shown(file));
    const [compiler = "true", ...args] = verifier.build ?? [];
    expect(await startProgram(compiler, args, {}, folder).ended).toMatchObject({ code: 0 });
    const command = ["exec", "--adopt", "--", ...verifier.command];
    const verified = await start(command, verifier.env, folder).ended;
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.stdout + verified.stderr).toContain("a second Lead is refused");

    const pact = join(folder, "pacts/partner-crm-lead-api.json");
    writeFileSync(pact, readFileSync(pact, "utf8").replace('"status": 201', '"status": 202'));
    const rejected = await start(command, verifier.env, folder).ended;
    expect(rejected).toMatchObject({ code: 1 });
    expect(stripVTControlCharacters(rejected.stdout + rejected.stderr)).toMatch(
      /expected (status of )?202 but was 201/,
    );

    // Without --adopt, the sandbox knows neither the key nor the Firm.
    const unknown = await start(["exec", "--", ...verifier.command], verifier.env, folder).ended;
    expect(stripVTControlCharacters(unknown.stdout + unknown.stderr)).toMatch(/but was 401/);
  });
});
