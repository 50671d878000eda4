import { writeFile } from "node:fs/promises";
import { isIP } from "node:net";

import * as z from "zod";

import { newSandboxClient } from "../client/sandbox-client.ts";
import type { DriftReport } from "../contract/drift/check.ts";
import { BudgetError, checkTarget, probes } from "../contract/drift/check.ts";
import { textOfDrift } from "../contract/drift/report.ts";
import { createSandbox } from "../sandbox.ts";
import { exitCodes } from "./exit-codes.ts";
import { UsageError } from "./usage-error.ts";

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
  json: z.boolean().default(false),
  yes: z.boolean().default(false),
  allowProduction: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

/**
 * Asks the service at `baseUrl` what it does and tells where it differs; 1 when a rule is denied. A service
 * that is not on this machine is asked only after it was said what will be created there, with `--yes`.
 */
export async function checkService(
  baseUrl: string,
  given: Readonly<Record<string, unknown>>,
): Promise<number> {
  const parsed = Options.safeParse(given);
  if (!parsed.success) throw new UsageError(z.prettifyError(parsed.error));
  const options = parsed.data;
  const { hostname } = urlOf(baseUrl);
  const plan = planOf(hostname, options);
  process.stderr.write(plan);
  if (!isPrivate(hostname)) refuseUnasked(hostname, options);
  const report = await checked(baseUrl, options);
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : textOfDrift(report));
  if (options.out !== undefined) {
    await writeFile(options.out, `${JSON.stringify(report.assumptions, null, 2)}\n`);
  }
  const isDenied = report.verdicts.some(({ verdict }) => verdict === "denied");
  return isDenied ? exitCodes.failed : exitCodes.ok;
}

function urlOf(baseUrl: string): URL {
  try {
    const url = new URL(baseUrl);
    if (url.protocol === "http:" || url.protocol === "https:") return url;
  } catch {
    // Told below, as what it is.
  }
  throw new UsageError(`${baseUrl} is no URL of http or https.`);
}

function planOf(hostname: string, { firm, budget, email }: Options): string {
  return [
    `lead-sandbox: ${probes.length} questions to ${hostname}, with at most ${budget} requests.`,
    `  It creates some 30 Leads for the Firm ${firm} and deletes a few of them, without mail to anybody`,
    `  (disableClientOutreach), under addresses such as ${email.replace("@", "+…@")}.`,
    "",
  ].join("\n");
}

/** Addresses and names that lead to nobody else. */
function isPrivate(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, "");
  if (isIP(name) !== 0) return name === "::1" || name.startsWith("127.");
  return name === "localhost" || name.endsWith(".localhost") || !name.includes(".");
}

const sandboxWords = /(?:^|[.-])(?:dit|sandbox|staging|stage|test|dev|uat|qa)(?:[.-]|$)/i;

function refuseUnasked(hostname: string, { yes, allowProduction }: Options): void {
  if (!sandboxWords.test(hostname) && !allowProduction) {
    throw new UsageError(
      `${hostname} looks like production: Leads are people there. --allow-production asks it all the same.`,
    );
  }
  if (!yes) throw new UsageError(`${hostname} is a service of somebody: say --yes to ask it.`);
}

async function checked(baseUrl: string, options: Options): Promise<DriftReport> {
  const sandbox = createSandbox();
  try {
    const { fetch: answer } = sandbox;
    return await checkTarget({
      baseUrl,
      fetch: (request) => fetch(request),
      facts: {
        apiKey: options.apiKey,
        firmId: options.firm,
        firmMemberId: options.firmMember ?? null,
        foreignFirmId: options.foreignFirm ?? null,
        otherApiKey: options.otherApiKey ?? null,
        otherEnvironmentKey: options.otherEnvironmentKey ?? null,
        email: options.email,
      },
      run: Date.now().toString(36),
      requestsMax: options.budget,
      reference: {
        client: newSandboxClient({ url: "http://127.0.0.1", fetch: answer }),
        fetch: answer,
      },
    });
  } catch (error) {
    throw error instanceof BudgetError ? new UsageError(error.message) : error;
  } finally {
    sandbox.close();
  }
}
