import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { isIP } from "node:net";

import * as z from "zod";

import { dateNow, delay } from "../../../base/values/native-timers.ts";
import type { ConformanceReport, Reference } from "../../../harness/check-target/check.ts";
import { checkTarget, plannedCheck } from "../../../harness/check-target/check.ts";
import { documentOfConformance } from "../../../harness/check-target/report-document.ts";
import { textOfReport, textOfPlan } from "../../../harness/check-target/report.ts";
import type { TargetFacts } from "../../../harness/check-target/target/target.ts";
import { htmlOf } from "../../../harness/report/html.ts";
import { markdownOf } from "../../../harness/report/markdown.ts";
import { newSandboxClient } from "../../../library/client/sandbox-client.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import { exitCodes } from "../exit-codes.ts";
import { printJson, printReport } from "../output/findings-output.ts";
import { UsageError } from "../usage-error.ts";

const Options = z.looseObject({
  apiKey: z.string(),
  firm: z.string(),
  firmMember: z.string().optional(),
  foreignFirm: z.string().optional(),
  otherApiKey: z.string().optional(),
  otherEnvironmentKey: z.string().optional(),
  email: z.email(),
  budget: z.number(),
  out: z.string().optional(),
  markdown: z.string().optional(),
  html: z.string().optional(),
  json: z.boolean().default(false),
  yes: z.boolean().default(false),
  allowProduction: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

/**
 * Checks the service at `baseUrl` and reports differences; 1 when a rule is denied. A service on another machine
 * requires `--yes`, because the check creates records there.
 */
export async function checkService(
  baseUrl: string,
  given: Readonly<Record<string, unknown>>,
): Promise<number> {
  const parsed = Options.safeParse(given);
  if (!parsed.success) throw new UsageError(z.prettifyError(parsed.error));
  const options = parsed.data;
  const { hostname } = urlOf(baseUrl);
  const facts = factsOf(options);
  const sandbox = openSandbox();
  try {
    const client = newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch });
    const reference: Reference = { client, fetch: sandbox.fetch, known: new Map() };
    const plan = await plannedCheck(facts, reference);
    process.stderr.write(textOfPlan(plan, hostname, options.budget));
    refuseUnasked(hostname, options);
    return await print(await checked(baseUrl, facts, reference, options.budget), options);
  } finally {
    sandbox.close();
  }
}

function urlOf(baseUrl: string): URL {
  const url = URL.parse(baseUrl);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw new UsageError(`${baseUrl} is not an http or https URL.`);
  }
  if (url.search === "" && url.hash === "") return url;
  throw new UsageError(
    `${baseUrl} is not a base URL. Expected a URL without query and fragment, as paths are appended to it.`,
  );
}

function factsOf(options: Options): TargetFacts {
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

function refuseUnasked(hostname: string, { yes, allowProduction }: Options): void {
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

function checked(
  baseUrl: string,
  facts: TargetFacts,
  reference: Reference,
  requestsMax: number,
): Promise<ConformanceReport> {
  return checkTarget({
    baseUrl,
    fetch: (request) => fetch(request),
    async wait(ms) {
      process.stderr.write(
        `lead-sandbox: got 429, waiting ${Math.ceil(ms / 1000)} s before trying again.\n`,
      );
      await delay(ms);
    },
    pause: () => delay(pauseMs),
    facts,
    run: `${dateNow().toString(36)}${randomUUID().slice(0, 4)}`,
    requestsMax,
    reference,
  });
}

const pauseMs = 5;

/** Prints and writes the findings, even if incomplete; returns the exit code. */
async function print(
  report: ConformanceReport,
  { json, out, markdown, html }: Options,
): Promise<number> {
  if (json) printJson(report);
  else printReport(textOfReport(report), process.stdout);
  if (out !== undefined) {
    await writeFile(out, `${JSON.stringify(report.assumptions, null, 2)}\n`);
  }
  const document = documentOfConformance(report);
  if (markdown !== undefined) await writeFile(markdown, markdownOf(document));
  if (html !== undefined) await writeFile(html, await htmlOf(document, "check-target"));
  const { stopped, verdicts } = report;
  if (stopped !== null) {
    process.stderr.write(`lead-sandbox: ${stopped.reason}\n`);
    return stopped.cause === "unreachable" ? exitCodes.failure : exitCodes.usage;
  }
  const isDenied = verdicts.some(({ verdict }) => verdict === "denied");
  return isDenied ? exitCodes.failed : exitCodes.ok;
}
