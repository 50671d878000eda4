/** `tls.verified`: clients in several languages that meet a certificate of an unknown authority. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import type { ClientEnvironments } from "../../../src/apps/cli/client-command/client-environment.ts";
import { clientEnvironments } from "../../../src/apps/cli/client-command/client-environment.ts";
import { tlsVerified } from "../../../src/harness/assess/checks/trust.ts";
import type { Assessment } from "../../../src/harness/assess/run.ts";
import { planAssessment } from "../../../src/harness/assess/runs/plan.ts";
import { baselineRun, trialRun } from "../../../src/harness/assess/runs/run-of.ts";
import type { ExploreSettings } from "../../../src/harness/explore/exploration.ts";
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

/** What the check says of a client that has run unchanged and with an unknown authority. */
async function assessed(
  command: readonly string[],
  flags: Readonly<Record<string, unknown>>,
): Promise<Assessment | null> {
  const given = config(flags);
  const environments = await clientEnvironments({ command }, given);
  try {
    return await judged(
      command,
      inProcessSettings(async () => 0, { config: given }),
      environments,
    );
  } finally {
    await environments.end();
  }
}

async function judged(
  command: readonly string[],
  { launch: _launch, ...usual }: ExploreSettings,
  environments: ClientEnvironments,
): Promise<Assessment | null> {
  const settings = { ...usual, command, environmentOf: environments.of, keepsRuns: true };
  const baseline = await runOnce(settings, { trial: null, timeoutMs: 60_000 });
  expect(baseline).toMatchObject({ exit: { code: 0 } });
  const { alone } = planAssessment(baseline, { assumptions: {}, moreLeads: null, isSuite: false });
  const trials = alone.filter(({ id }) => id === "trial-trust");
  const all = await Promise.all(
    trials.map(async (trial) => (await runAndJudge(settings, { baseline, trial })).judged),
  );
  const runs = all.flat().flatMap((one) => trialRun(one, 2) ?? []);
  return tlsVerified([baselineRun(baseline), ...runs]);
}

const host = "leads.lender.example";
const intercepted = { intercept: `partner-sandbox=${host}` };

describe.concurrent("tls.verified", () => {
  it.each([
    ["Python", "verifies", "shown"],
    ["Python", "trusts", "violated"],
    ["Python", "falls-back", "violated"],
    ["Node", "verifies", "shown"],
    ["Node", "trusts", "violated"],
    ["Node", "falls-back", "violated"],
    ...(isLong
      ? ([
          ["Go", "verifies", "shown"],
          ["Go", "trusts", "violated"],
          ["Java", "verifies", "shown"],
          ["Java", "trusts", "violated"],
        ] as const)
      : []),
  ] as const)("is right about a client in %s that %s: %s", async (language, mode, verdict) => {
    if (isMissing(language)) return;
    const command = [...commands[language](), `https://${host}`, mode];
    expect(await assessed(command, intercepted)).toMatchObject({ verdict });
  });

  it.each([
    ["Python", "verifies", "shown"],
    ["Python", "trusts", "attention"],
    ["Node", "verifies", "shown"],
    ["Node", "trusts", "attention"],
  ] as const)("on loopback, is right about a client in %s that %s: %s", async (...row) => {
    const [language, mode, verdict] = row;
    const flags = { https: true, tlsDir: temporaryFolder() };
    expect(await assessed([...commands[language](), "env", mode], flags)).toMatchObject({
      verdict,
    });
  });

  it("has no verdict on a client without HTTPS", async () => {
    const command = [...commands.Python(), "env", "verifies"];
    expect(await assessed(command, {})).toBeNull();
    // It calls the sandbox by its own address.
    expect(await assessed(command, intercepted)).toBeNull();
  });
});
