import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { isIP } from "node:net";

import { closest } from "fastest-levenshtein";

import { singleLine, visible } from "../../../base/texts/visible.ts";
import { dateNow, delay } from "../../../base/values/native-timers.ts";
import { isRuleId, ruleIds } from "../../../domain/rules/catalogue.ts";
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import { partNames } from "../../../domain/rules/parts.ts";
import type {
  CheckOptions,
  ConformanceReport,
  Reference,
} from "../../../harness/check-target/check.ts";
import { checkTarget, plannedCheck } from "../../../harness/check-target/check.ts";
import { probes } from "../../../harness/check-target/probes/probes.ts";
import { reasonFor } from "../../../harness/check-target/probes/unprobed-rules.ts";
import { documentOfConformance } from "../../../harness/check-target/report-document.ts";
import { textOfReport, textOfPlan } from "../../../harness/check-target/report.ts";
import type { TargetFacts } from "../../../harness/check-target/target/target.ts";
import { htmlOf } from "../../../harness/report/html.ts";
import { markdownOf } from "../../../harness/report/markdown.ts";
import { newSandboxClient } from "../../../library/client/sandbox-client.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import { exitCodes } from "../exit-codes.ts";
import { newInterruption } from "../interruption.ts";
import type { CheckTargetOptions } from "../options/check.ts";
import { printJson, printReport } from "../output/findings-output.ts";
import { UsageError } from "../usage-error.ts";
import { openAnswers } from "./answers-file.ts";

/**
 * Checks the service at `baseUrl` and reports differences; 1 when a rule is denied, 3 when questions are left that
 * cannot be asked. A service on another machine requires `--yes`, because the check creates records there.
 */
export async function checkService(baseUrl: string, options: CheckTargetOptions): Promise<number> {
  const { hostname } = urlOf(baseUrl);
  const facts = factsOf(options);
  const only = options.only === undefined ? undefined : rulesIn(options.only);
  const kept = await openAnswers(options.answers, baseUrl, facts);
  const sandbox = openSandbox();
  const interruption = newInterruption();
  try {
    const client = newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch });
    const reference: Reference = { client, fetch: sandbox.fetch, known: new Map() };
    const selected = { only, answers: kept.answers };
    const plan = await plannedCheck(facts, reference, selected);
    process.stderr.write(textOfPlan(plan, hostname, options.budget));
    refuseUnasked(hostname, options);
    await kept.keep(kept.answers);
    const report = await checkTarget({
      ...selected,
      ...sendingTo(interruption.signal, options),
      baseUrl,
      facts,
      reference,
      keep: kept.keep,
      run: `${dateNow().toString(36)}${randomUUID().slice(0, 4)}`,
    });
    await print(report, options);
    return interruption.code() ?? exitCode(report);
  } finally {
    interruption.end();
    sandbox.close();
  }
}

function rulesIn(only: readonly string[]): readonly RuleId[] {
  return only.map((name) => {
    if (!isRuleId(name)) {
      const shown = singleLine(JSON.stringify(name.slice(0, 100)));
      const nearest = closest(name, [...ruleIds]);
      throw new UsageError(`Invalid --only: ${shown} is not a rule. The nearest is ${nearest}.`);
    }
    if (probes.some(({ rule }) => rule === name)) return name;
    const [part = ""] = partNames(name);
    throw new UsageError(
      `Invalid --only: a check cannot ask about ${name}. ${reasonFor(name, part) ?? ""}.`,
    );
  });
}

function urlOf(baseUrl: string): URL {
  const url = URL.parse(baseUrl);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw new UsageError(`${baseUrl} is not an http or https URL.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(
      "The base URL has credentials. Expected one without: requests have --api-key.",
    );
  }
  if (url.search === "" && url.hash === "") return url;
  throw new UsageError(
    `${baseUrl} is not a base URL. Expected a URL without query and fragment, as paths are appended to it.`,
  );
}

function factsOf(options: CheckTargetOptions): TargetFacts {
  return {
    apiKey: options.apiKey,
    firmId: options.firm,
    firmMemberId: options.firmMember ?? null,
    foreignFirmId: options.foreignFirm ?? null,
    otherApiKey: options.otherApiKey ?? null,
    otherEnvironmentKey: options.otherEnvironmentKey ?? null,
    email: options.email,
  };
}

function refuseUnasked(hostname: string, { yes, allowProduction }: CheckTargetOptions): void {
  if (isThisMachine(hostname)) return;
  if (looksLikeProduction(hostname) && !allowProduction) {
    throw new UsageError(
      `${hostname} looks like production, where Leads are people. To check it anyway, add --allow-production.`,
    );
  }
  if (!yes) throw new UsageError(`${hostname} is not this machine. To check it, add --yes.`);
}

/** Addresses and names of this machine. */
function isThisMachine(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, "");
  if (isIP(name) !== 0) return name === "::1" || name.startsWith("127.");
  return name === "localhost" || name.endsWith(".localhost");
}

const sandboxWord = /(?:^|[.-])(?:dit|sandbox|staging|stage|test|dev|uat|qa)(?=[.-]|$)/i;
const productionWord = /(?:^|[.-])(?:prod|production|live)(?=[.-]|$)/i;

/** Whether a host name shows no sign of a test system; `.dev` hosts real services. */
function looksLikeProduction(hostname: string): boolean {
  // A name without a dot is in the local network, such as another container.
  if (!hostname.includes(".") && !hostname.startsWith("[")) return false;
  const name = hostname.replace(/\.dev$/i, "");
  return productionWord.test(name) || !sandboxWord.test(name);
}

/** How the check reaches the service, and waits for it. */
function sendingTo(
  signal: AbortSignal,
  { budget, wait: isPatient }: CheckTargetOptions,
): Pick<CheckOptions, "fetch" | "wait" | "pause" | "requestsMax" | "isPatient" | "signal"> {
  return {
    fetch: (request) => fetch(request),
    async wait(ms, why) {
      const seconds = Math.ceil(ms / 1000);
      if (why === "quota") {
        process.stderr.write(`lead-sandbox: got 429, waiting ${seconds} s before trying again.\n`);
      }
      // An interruption ends the wait; the next request then ends the check.
      await delay(ms, undefined, { signal }).catch(() => {});
    },
    pause: () => delay(pauseMs),
    requestsMax: budget,
    isPatient,
    signal,
  };
}

const pauseMs = 5;

/** Prints and writes the findings, even if incomplete. */
async function print(
  report: ConformanceReport,
  { json, out, markdown, html, answers }: CheckTargetOptions,
): Promise<void> {
  if (json) printJson(report);
  else printReport(visible(textOfReport(report, answers ?? null)), process.stdout);
  if (out !== undefined) {
    await writeFile(out, `${JSON.stringify(report.assumptions, null, 2)}\n`);
  }
  const document = documentOfConformance(report);
  if (markdown !== undefined) await writeFile(markdown, markdownOf(document));
  if (html !== undefined) await writeFile(html, await htmlOf(document, "check-target"));
  const { stopped } = report;
  if (stopped !== null) process.stderr.write(visible(`lead-sandbox: ${stopped.reason}\n`));
}

/** A check that ended early, or a service that fails, is judged by what it showed; without a denial it is open. */
function exitCode({ stopped, verdicts, failing }: ConformanceReport): number {
  if (stopped?.cause === "unreachable") return exitCodes.failure;
  if (stopped?.cause === "refused") return exitCodes.usage;
  if (verdicts.some(({ verdict }) => verdict === "denied")) return exitCodes.failed;
  return stopped === null && failing.length === 0 ? exitCodes.ok : exitCodes.unjudged;
}
