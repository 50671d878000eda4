/** Pollers that were written from `docs/polling.md` alone: they show nothing, and with one line broken they do. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { describe, expect, it } from "vitest";

import type { SimulationSettings } from "../../../src/harness/simulate/settings.ts";
import { execTicker } from "../../../src/harness/simulate/ticks/exec-ticker.ts";
import { stdinTicker } from "../../../src/harness/simulate/ticks/stdin-ticker.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";
import { isLong } from "../../long/size.ts";
import type { Job, Language } from "./languages.ts";
import { isMissing } from "./languages.ts";
import { shown, simulated } from "./simulated.ts";

const options = {
  timeoutMs: 60_000,
  signal: new AbortController().signal,
  onStillRunning: () => {},
};
const json = { kind: "file", file: "ledger.json" } as const;
const csv = { kind: "file", file: "ledger.csv" } as const;

type Kinds = SimulationSettings["changes"];

interface Stranger {
  readonly file: string;
  readonly language: Language;
  readonly job: (file: string) => Job;
  /** A line of it, and one that is wrong. */
  readonly broken: readonly [string, string];
  /** What happens to the broken one, and what it shows then. */
  readonly changes: Kinds;
  readonly findings: readonly string[];
  /** Whether it also runs in bounded suites. */
  readonly isBounded: boolean;
}

const exec = (...command: readonly string[]) => ({ command, newTicker: execTicker(options) });
const eachLine = (...command: readonly string[]) => ({ command, newTicker: stdinTicker(options) });

const strangers: readonly Stranger[] = [
  {
    file: "poll_db.py",
    language: "Python",
    job: (file) => ({ ...exec("python3", file), ledger: json }),
    broken: ['return "Converted" if lead["convertedAt"] else "Archived"', 'return "Converted"'],
    changes: new Set(["archive"]),
    findings: ["wrong state archive lasting"],
    isBounded: false,
  },
  {
    file: "service.mjs",
    language: "Node",
    job: (file) => ({ ...eachLine(process.execPath, file), ledger: json }),
    broken: ['["updatedAt", "deletedAt"]', '["updatedAt"]'],
    changes: new Set(["convert"]),
    findings: ["stale state convert lasting"],
    isBounded: true,
  },
  {
    file: "newest.go",
    language: "Go",
    job(file) {
      const binary = join(temporaryFolder(), "newest");
      execFileSync("go", ["build", "-o", binary, file]);
      return { ...exec(binary), ledger: csv };
    },
    broken: ["len(leads) < size {", "len(leads) <= size {"],
    changes: new Set(["create"]),
    findings: ["missing row create lasting"],
    isBounded: false,
  },
  {
    file: "Poll.java",
    language: "Java",
    job(file) {
      const classes = temporaryFolder();
      execFileSync("javac", ["-d", classes, file]);
      return { ...eachLine("java", "-Xshare:auto", "-cp", classes, "Poll"), ledger: csv };
    },
    broken: ["/leads?scope=withDeleted&order=", "/leads?order="],
    changes: new Set(["archive"]),
    findings: ["missing row archive lasting"],
    isBounded: false,
  },
  {
    file: "poll.sh",
    language: "Python",
    job: (file) => ({ ...exec("sh", file), ledger: json }),
    broken: ['"Active" if not lead["deletedAt"]', '"Active" if not lead["convertedAt"]'],
    changes: new Set(["archive"]),
    findings: ["stale state archive lasting"],
    isBounded: false,
  },
];

function programOf({ file, broken: [line, wrong] }: Stranger, isBroken: boolean): string {
  const path = resolve("test/harness/simulate/strangers", file);
  if (!isBroken) return path;
  const text = readFileSync(path, "utf8");
  if (text.split(line).length !== 2) throw new Error(`${file} has not once: ${line}`);
  const folder = join(temporaryFolder(), "broken");
  mkdirSync(folder);
  writeFileSync(
    join(folder, file),
    text.replace(line, () => wrong),
  );
  return join(folder, file);
}

const tried = strangers.filter(({ isBounded }) => isLong || isBounded);
// With 99 Leads, a second page begins within a history.
const leads = isLong ? [3, 99] : [3];

describe.each(tried)("a poller written from the page alone: $file", (stranger) => {
  it.skipIf(isMissing(stranger.language))(
    "shows nothing",
    async () => {
      const job = stranger.job(programOf(stranger, false));
      const shard = isLong ? { part: 1, of: 1 } : { part: 1, of: 4 };
      expect(shown(await simulated(async () => {}, { ...job, leads, shard }))).toEqual([]);
    },
    240_000,
  );

  it.skipIf(isMissing(stranger.language))(
    "shows a line that is broken",
    async () => {
      const { changes, findings } = stranger;
      const job = stranger.job(programOf(stranger, true));
      // Smaller histories are what other suites show.
      const report = await simulated(async () => {}, { ...job, leads, changes, shrinks: isLong });
      expect(shown(report)).toEqual(findings);
    },
    240_000,
  );
});
