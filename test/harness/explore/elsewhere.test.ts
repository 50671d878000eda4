/**
 * Bundles replay in another folder or installation, and concurrent explorations do not affect each
 * other.
 */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { startProgram, temporaryFolder } from "../../apps/cli/program.ts";
import { commandFile } from "../../support/command.ts";
import { clientHead } from "./bundled.ts";
import { explored, program, reportIn, startExplore } from "./explored.ts";

const create = `await call("POST", leads, { email: "maya@example.com", firstName: "Maya", lastName: "Moss" })`;

/** A client that treats every response as success. */
const careless = `${clientHead} await ${create}.catch(() => null);`;
/** The same in a shell, which starts ten times faster. */
const carelessShell = `curl -s -m 1.5 -o /dev/null -H "x-api-key: $LEAD_API_KEY" -H "content-type: application/json" \\
  -d '{"email":"maya@example.com","firstName":"Maya","lastName":"Moss"}' \\
  "$LEAD_API_URL/v1/firms/$LEAD_API_FIRM_ID/leads" || true`;
/** Exits with 1 for a failure, and looks for the Lead when it got no response. */
const mended = `${clientHead}
  const made = await ${create}.catch(() => ({ status: 0 }));
  const filter = encodeURIComponent('{"email":"maya@example.com"}');
  const { data } = made.status === 201 ? made : await call("GET", leads + "?filter=" + filter).catch(() => ({}));
  process.exit(data === undefined || data.length === 0 ? 1 : 0);
`;

/** A world with one Firm whose name occurs in no other. */
function world(): string {
  const { firms, ...others } = JSON.parse(readFileSync("fixtures/default.json", "utf8"));
  const [first, ...rest] = firms;
  return JSON.stringify({ ...others, firms: [{ ...first, name: "Elsewhere" }, ...rest] });
}

/** Runs the program whose command is `file` in the folder `cwd`. */
async function run(file: string, cwd: string, args: readonly string[]) {
  const line = [file, ...args];
  const script = 'cd "$1"; shift; exec "$@"';
  return startProgram("sh", ["-c", script, "sh", cwd, process.execPath, ...line], {}).ended;
}

/** The command of another installation, with the same packages. */
function commandElsewhere(): string {
  const folder = temporaryFolder();
  const dist = dirname(dirname(commandFile()));
  for (const name of ["command", "fixtures"])
    cpSync(join(dist, name), join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return join(folder, "command/start.mjs");
}

describe("a bundle", () => {
  it("replays in another folder and from another installation: exits with 1 for the old client, 0 for the fixed one", async () => {
    const [here, there] = [temporaryFolder(), join(temporaryFolder(), "work")];
    writeFileSync(join(here, "client.mjs"), careless);
    writeFileSync(join(here, "world.json"), world());
    writeFileSync(join(here, "choices.json"), JSON.stringify({ "lead.delete": "204" }));
    const settings = ["--fixture", "world.json", "--assumptions", "choices.json", "--seed", "9"];
    // The third fault, which is a 503.
    const oneTrial = ["--only", "faults", "--shard", "3/10"];
    const options = [...oneTrial, "--env", "key=LEAD_API_KEY", "--out", "out"];
    const client = ["--", process.execPath, "client.mjs"];
    const found = await run(commandFile(), here, ["explore", ...settings, ...options, ...client]);
    expect(found.code).toBe(1);
    const report = reportIn(join(here, "out"));
    const lost = report?.findings.find(({ variation }) => variation.id === "fault:503");
    expect(lost?.verdict).toBe("lost");
    mkdirSync(there);
    copyFileSync(join(here, "out", lost?.bundle ?? ""), join(there, "lost.json"));
    copyFileSync(join(here, "client.mjs"), join(there, "client.mjs"));
    const elsewhere = commandElsewhere();
    const again = await run(elsewhere, there, ["replay", "lost.json", "--run"]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("(lost)") });
    writeFileSync(join(there, "client.mjs"), mended);
    expect(await run(elsewhere, there, ["replay", "lost.json", "--run"])).toMatchObject({
      code: 0,
    });
    // The original folder still has the old client.
    expect(
      await run(commandFile(), here, ["replay", join(there, "lost.json"), "--run"]),
    ).toMatchObject({
      code: 1,
    });
  }, 120_000);
});

describe("two explorations at once", () => {
  it("find the same as one alone, and leave no files behind", async () => {
    const command = ["sh", "-c", carelessShell];
    const options = ["--only", "faults,evolution", "--shard", "1/3", "--jobs", "2"];
    const alone = await explored(options, command);
    const temporary = temporaryFolder();
    const both = [1, 2].map(() => startExplore(options, command, temporary));
    const codes = await Promise.all(both.map(async ({ started }) => (await started.ended).code));
    expect(codes).toEqual([alone.code, alone.code]);
    const verdictsOf = (report: typeof alone.report): readonly string[] =>
      (report?.trials ?? [])
        .map(({ variation, verdict }) => `${variation.id} ${verdict}`)
        .toSorted();
    expect(verdictsOf(alone.report).length).toBeGreaterThan(5);
    for (const { out } of both) expect(verdictsOf(reportIn(out))).toEqual(verdictsOf(alone.report));
    expect(readdirSync(temporary)).toEqual([]);
  }, 120_000);
});

describe("incomplete results of a trial", () => {
  it("make the missing tests unknown, not failed", async () => {
    const results = join(temporaryFolder(), "results.xml");
    const source = `${clientHead}
      const { writeFileSync } = await import("node:fs");
      const { status } = await ${create};
      const text = '<testsuites><testsuite><testcase classname="leads" name="creates"/></testsuite></testsuites>';
      writeFileSync(${JSON.stringify(results)}, status === 201 ? text : text.slice(0, 40));
      process.exit(status === 201 ? 0 : 1);
    `;
    const { code, report } = await explored(
      // A sixth of the faults, with a refusal and an empty answer.
      ["--only", "faults", "--shard", "4/6", "--results", results],
      program(source),
    );
    const verdicts = new Set(report?.trials.map(({ verdict }) => verdict));
    expect({ code, verdicts: [...verdicts].toSorted() }).toEqual({
      code: 0,
      verdicts: ["reported", "tolerated"],
    });
  }, 120_000);
});
