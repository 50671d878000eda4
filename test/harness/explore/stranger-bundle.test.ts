/** A bundle may come from a stranger: a replay deletes nothing, loads no code and shows what it is about to run. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { textOfBundle } from "../../../src/harness/bundle/bundle-file.ts";
import type { BundleContent } from "../../../src/harness/explore/bundle/bundle-content.ts";
import { bundleOf } from "../../../src/harness/explore/bundle/bundle-of.ts";
import { runHere, temporaryFile, temporaryFolder } from "../../apps/cli/program.ts";
import { observation, planned } from "./made-up.ts";
import { config } from "./settings.ts";

const settings = { rerun: false, results: null, timeoutMs: 60_000, env: null };

const context = {
  version: "0.1.0",
  command: [process.execPath, "-e", "process.exit(1)"],
  config: config(),
  world: null,
  startsAt: 0,
  settings,
  keepsData: false,
  words: new Set<string>(),
};

/** The content of a bundle whose run failed without a variation. */
const failed = observation({ exit: { code: 1, timedOut: false } });
const plain = bundleOf({ planned: null, judgement: null, observation: failed }, context);

const world = {
  firms: [{ id: "--import=data:text/javascript,", name: "Firm", firmType: "Partner" }],
  apiKeys: [
    {
      id: "TheKey01",
      firmId: "--import=data:text/javascript,",
      roleType: "Partner",
      environment: "sandbox",
    },
  ],
};

/** A bundle with a valid checksum and these settings. */
function bundleFile(
  change: Partial<BundleContent["settings"]>,
  more: Partial<BundleContent> = {},
): string {
  const changed = { ...plain, ...more, settings: { ...plain.settings, ...change } };
  return temporaryFile("stranger.json", textOfBundle(changed));
}

/** The variation of another run. */
const judgement = { verdict: "lost", records: [] } as const;
const { variation } = bundleOf(
  { planned: planned("503"), judgement, observation: failed },
  context,
);
const unheard = { family: "faults", workspace: null, call: null, choices: null } as const;

/** A command that writes the variable `name` to a new file. */
function printing(name: string) {
  const file = join(temporaryFolder(), "seen");
  const source = `require("node:fs").writeFileSync(${JSON.stringify(file)}, String(process.env[${JSON.stringify(name)}]))`;
  return { file, command: ["--", process.execPath, "-e", source] };
}

/** A command that writes a new file. */
function touching() {
  const seen = join(temporaryFolder(), "ran");
  return { seen, command: ["touch", seen] };
}

/** Whether a text can drive a terminal or imitate other text. */
function isHarmful(text: string): boolean {
  return /(?!\n)[\p{Cc}\p{Cf}]/u.test(text);
}

describe("the result files that a bundle names", () => {
  it.each([[[]], [["--run"]]])(
    "are neither read nor deleted by a replay of a plain run %j",
    async (options) => {
      const folder = temporaryFolder();
      const source = join(folder, "source.ts");
      writeFileSync(source, "work");
      const file = bundleFile({ results: join(folder, "**/*.*") });
      const command = options.length > 0 ? [] : ["--", process.execPath, "-e", ""];
      const { code } = await runHere(["replay", file, ...options, ...command]);
      expect([code, readFileSync(source, "utf8")]).toEqual([options.length, "work"]);
    },
  );

  it("must be named again where they judged the finding, and nothing runs before", async () => {
    const { file: seen, command } = printing("PATH");
    const file = bundleFile({ results: "reports/*.xml\u001B[2J" }, { variation });
    const { code, stderr } = await runHere(["replay", file, ...command]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(String.raw`--results $'reports/*.xml\U0000001b[2J'`),
    });
    expect(existsSync(seen)).toBe(false);
  });
});

describe("the names of variables in a bundle", () => {
  it.each([
    "firm=NODE_OPTIONS",
    "firm=PATH",
    "key=LD_PRELOAD",
    "url=THE_URL",
    "firm=LEAD_API_URL,url=LEAD_API_FIRM_ID",
    "firm=LEAD_SANDBOX_CONTROL_URL",
    "firm=LEAD_API_KEY,NODE_OPTIONS=--import=x",
    "nothing=LEAD_API_KEY",
    "__proto__=LEAD_API_KEY",
    "firm",
    "",
  ])("are rejected unless they are the usual ones: %j", async (env) => {
    const { file: seen, command } = printing("NODE_OPTIONS");
    const file = bundleFile({ env, fixture: world });
    for (const run of [command, ["--run"]]) {
      // oxlint-disable-next-line no-await-in-loop -- the output is captured with a spy
      const { code, stderr } = await runHere(["replay", file, ...run]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("--env") });
    }
    expect(existsSync(seen)).toBe(false);
  });

  it("may swap the usual ones", async () => {
    const { file: seen, command } = printing("LEAD_API_KEY");
    const file = bundleFile({ env: "key=LEAD_API_REALTOR_KEY,realtor-key=LEAD_API_KEY" });
    expect((await runHere(["replay", file, ...command])).code).toBe(0);
    const { file: usual, command: usually } = printing("LEAD_API_REALTOR_KEY");
    expect((await runHere(["replay", bundleFile({}), ...usually])).code).toBe(0);
    expect(readFileSync(seen, "utf8")).toBe(readFileSync(usual, "utf8"));
  });

  it("are any that the command line gives", async () => {
    const { file: seen, command } = printing("THE_URL");
    const file = bundleFile({ env: "firm=NODE_OPTIONS" });
    const { code } = await runHere(["replay", file, "--env", "url=THE_URL", ...command]);
    expect([code, readFileSync(seen, "utf8")]).toEqual([0, expect.stringMatching(/^http:/)]);
  });
});

describe("the command of a bundle", () => {
  it("is shown and not run without --run where no one can be asked", async () => {
    const { seen, command } = touching();
    const { code, stderr } = await runHere(["replay", bundleFile({}, { command })]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`touch ${seen}\n`),
    });
    expect(stderr).toContain("--run");
    expect(existsSync(seen)).toBe(false);
  });

  it("is shown and run with --run", async () => {
    const { seen, command } = touching();
    const { code, stderr } = await runHere(["replay", bundleFile({}, { command }), "--run"]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(`touch ${seen}\n`),
    });
    expect(existsSync(seen)).toBe(true);
  });

  it("is not run beside another one, nor by --serve", async () => {
    const { seen, command } = touching();
    const file = bundleFile({}, { command });
    for (const more of [
      ["--run", "--", "true"],
      ["--serve", "--run"],
      ["--serve", "--", "true"],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- the output is captured with a spy
      expect((await runHere(["replay", file, ...more])).code).toBe(2);
    }
    expect(existsSync(seen)).toBe(false);
  });
});

const evil = "\u001B]0;x\u0007\u009B2J\u202E\r";

describe("text of a bundle", () => {
  it("cannot drive the terminal that shows a replay", async () => {
    const file = bundleFile({}, { command: ["true", evil], sentence: evil });
    const { stderr } = await runHere(["replay", file, "--run"]);
    expect(stderr).toContain("The finding is gone");
    expect(isHarmful(stderr)).toBe(false);
  });

  it.each<[where: string, text: string]>([
    ["the format", JSON.stringify({ format: evil })],
    ["the name of a field", JSON.stringify({ ...plain, [evil]: 1 })],
    [
      "the version",
      textOfBundle({
        ...plain,
        version: evil,
        variation: { ...unheard, variation: evil },
      }),
    ],
    [
      "a rule",
      textOfBundle({ ...plain, settings: { ...plain.settings, assumptions: { [evil]: evil } } }),
    ],
    ["a fixture", textOfBundle({ ...plain, settings: { ...plain.settings, fixture: evil } })],
    [
      "a world",
      textOfBundle({ ...plain, settings: { ...plain.settings, fixture: { [evil]: 1 } } }),
    ],
  ])("cannot drive the terminal from an error about %s", async (_where, text) => {
    const { code, stderr } = await runHere(["replay", temporaryFile("bad.json", text)]);
    expect(code).toBe(2);
    expect(isHarmful(stderr)).toBe(false);
  });
});

describe("a bundle is not valid", () => {
  it.each<[what: string, content: BundleContent]>([
    [
      "with a path as its fixture",
      { ...plain, settings: { ...plain.settings, fixture: "/etc/passwd.json" } },
    ],
    [
      "with a path in the working directory",
      { ...plain, settings: { ...plain.settings, fixture: "package.json" } },
    ],
    ["with a character 0 in its command", { ...plain, command: ["true", "\0"] }],
    ["with a start that no clock has", { ...plain, startsAt: 1e300 }],
    [
      "with a time limit that no timer has",
      { ...plain, settings: { ...plain.settings, timeoutMs: 1e300 } },
    ],
  ])("%s", async (_what, content) => {
    const file = temporaryFile("bad.json", textOfBundle(content));
    const { code, stderr } = await runHere(["replay", file, "--run"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("is not a valid bundle"),
    });
  });

  it("and a long list of problems is cut", async () => {
    const broken = JSON.stringify({ ...plain, calls: Array.from({ length: 500 }, () => ({})) });
    const { stderr } = await runHere(["replay", temporaryFile("bad.json", broken)]);
    expect(stderr).toMatch(/… and \d+ more/);
    expect(stderr.length).toBeLessThan(3_000);
  });
});
