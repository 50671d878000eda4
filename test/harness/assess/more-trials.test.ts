/** Clients in several languages that meet a certificate of an unknown authority, or a list with a page that fails. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { ownLedger } from "../../../src/apps/cli/assess/own-ledger.ts";
import { clientEnvironments } from "../../../src/apps/cli/client-command/client-environment.ts";
import { exportWhole } from "../../../src/harness/assess/checks/export.ts";
import { tlsVerified } from "../../../src/harness/assess/checks/trust.ts";
import type { AssessedRun, Assessment } from "../../../src/harness/assess/run.ts";
import { planAssessment, planExports } from "../../../src/harness/assess/runs/plan.ts";
import { baselineRun, trialRun } from "../../../src/harness/assess/runs/run-of.ts";
import type { ExploreSettings, Judged } from "../../../src/harness/explore/exploration.ts";
import type { Observation, Trial } from "../../../src/harness/explore/model.ts";
import { runOnce } from "../../../src/harness/explore/run/run.ts";
import { runAndJudge } from "../../../src/harness/explore/trials/trial.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";
import { isLong } from "../../long/size.ts";
import { java, javac } from "../../support/jvm.ts";
import { inProcessSettings } from "../explore/explored-in-process.ts";
import { config } from "../explore/settings.ts";
import { isMissing } from "../simulate/languages.ts";

const clients = join(import.meta.dirname, "clients");
const commands = {
  Python: () => ["python3", join(clients, "tls.py")],
  Node: () => [process.execPath, join(clients, "tls.mjs")],
  Go() {
    const binary = join(temporaryFolder(), "tls");
    execFileSync("go", ["build", "-o", binary, join(clients, "tls.go")]);
    return [binary];
  },
  Java() {
    const folder = temporaryFolder();
    execFileSync("javac", [...javac.slice(1), "-d", folder, join(clients, "Tls.java")]);
    return [...java, "-cp", folder, "Tls"];
  },
} as const;

type Settings = Omit<ExploreSettings, "launch">;

/** Does something with the settings of a client that runs as a process, with its own environment. */
async function withClient<Result>(
  command: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  work: (settings: Settings & { readonly keepsRuns: true }) => Promise<Result>,
): Promise<Result> {
  const given = config(flags);
  const environments = await clientEnvironments({ command }, given);
  const { launch: _launch, ...usual } = inProcessSettings(async () => 0, { config: given });
  try {
    return await work({ ...usual, command, environmentOf: environments.of, keepsRuns: true });
  } finally {
    await environments.end();
  }
}

async function judgedIn(
  settings: Settings,
  baseline: Observation,
  trials: readonly Trial[],
): Promise<readonly Judged[]> {
  const all = trials.map((trial) => runAndJudge(settings, { baseline, trial }));
  return (await Promise.all(all)).flatMap(({ judged }) => judged);
}

function runsOf(baseline: Observation, judged: readonly Judged[]): readonly AssessedRun[] {
  return [baselineRun(baseline), ...judged.flatMap((one, at) => trialRun(one, at + 2) ?? [])];
}

/** What `tls.verified` says of a client that has run unchanged and with an unknown authority. */
function trustOf(
  command: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): Promise<Assessment | null> {
  return withClient(command, flags, async (settings) => {
    const baseline = await runOnce(settings, { trial: null, timeoutMs: 60_000 });
    expect(baseline).toMatchObject({ exit: { code: 0 } });
    const { alone } = planAssessment(baseline, usualPlan);
    const trials = alone.filter(({ id }) => id === "trial-trust");
    return tlsVerified(runsOf(baseline, await judgedIn(settings, baseline, trials)));
  });
}

const usualPlan = { assumptions: {}, moreLeads: null, isSuite: false };

/** What `export.whole` says of a client with a ledger. Only all trials can show it; some can violate it. */
function exportOf(
  command: readonly string[],
  someOf: (trials: readonly Trial[]) => readonly Trial[],
): Promise<Assessment | null> {
  return withClient(command, {}, async (given) => {
    const settings = { ...given, ...ownLedger({ ledger: "ledger.json" }, given.signal) };
    const baseline = await runOnce(settings, { trial: null, timeoutMs: 60_000 });
    const { together } = planAssessment(baseline, usualPlan);
    const many = together.filter(({ variations: [one] }) => one?.variation === "many");
    const first = await judgedIn(settings, baseline, many);
    const trials = someOf(planExports({ calls: first[0]?.observation?.calls ?? [] }));
    const second = await judgedIn(settings, baseline, trials);
    return exportWhole(runsOf(baseline, [...first, ...second]));
  });
}

/** Leads for each page: two pages, or three with `npm run test:long`. */
const [limit, pages] = isLong ? (["50", 3] as const) : (["100", 2] as const);

/** The first fault at each page; `npm run test:long` tries each fault at each page. */
function someExports(trials: readonly Trial[]): readonly Trial[] {
  return isLong ? trials : trials.slice(0, pages);
}

const host = "leads.lender.example";
const intercepted = { intercept: `partner-sandbox=${host}` };

// All clients run at once, those of an export some twenty times each; a page that hangs takes its client's 10 s.
describe.concurrent("tls.verified", { timeout: 90_000 }, () => {
  it.each([
    ["Python", "verifies", "shown"],
    ["Node", "trusts", "violated"],
    ["Python", "falls-back", "violated"],
    ...(isLong
      ? ([
          ["Node", "verifies", "shown"],
          ["Python", "trusts", "violated"],
          ["Node", "falls-back", "violated"],
          ["Go", "verifies", "shown"],
          ["Go", "trusts", "violated"],
          ["Java", "verifies", "shown"],
          ["Java", "trusts", "violated"],
        ] as const)
      : []),
  ] as const)("is right about a client in %s that %s: %s", async (language, mode, verdict) => {
    if (isMissing(language)) return;
    const command = [...commands[language](), `https://${host}`, mode];
    expect(await trustOf(command, intercepted)).toMatchObject({ verdict });
  });

  it.each([
    ["Python", "trusts", "attention"],
    ["Node", "verifies", "shown"],
    ...(isLong
      ? ([
          ["Python", "verifies", "shown"],
          ["Node", "trusts", "attention"],
        ] as const)
      : []),
  ] as const)("on loopback, is right about a client in %s that %s: %s", async (...row) => {
    const [language, mode, verdict] = row;
    const flags = { https: true, tlsDir: temporaryFolder() };
    expect(await trustOf([...commands[language](), "env", mode], flags)).toMatchObject({
      verdict,
    });
  });

  it("has no verdict on a client without HTTPS", async () => {
    const command = [...commands.Python(), "env", "verifies"];
    expect(await trustOf(command, {})).toBeNull();
    // It calls the sandbox by its own address.
    expect(await trustOf(command, intercepted)).toBeNull();
  });
});

describe.concurrent("export.whole", { timeout: 90_000 }, () => {
  it.each([
    ["exports.py", "whole", "shown"],
    ["exports.mjs", "truncates", "violated"],
    ...(isLong
      ? ([
          ["exports.py", "truncates", "violated"],
          ["exports.mjs", "whole", "shown"],
        ] as const)
      : []),
  ] as const)("is right about %s %s: %s", async (file, mode, verdict) => {
    const program = file.endsWith(".py") ? "python3" : process.execPath;
    const command = [program, join(clients, file), mode, limit];
    const someOf = verdict === "shown" ? (trials: readonly Trial[]) => trials : someExports;
    expect(await exportOf(command, someOf)).toMatchObject({ verdict });
  });
});
