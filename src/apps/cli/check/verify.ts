import { writeFile } from "node:fs/promises";

import * as z from "zod";

import packageJson from "../../../../package.json" with { type: "json" };
import { ctrfOf } from "../../../base/texts/ctrf.ts";
import { singleLine } from "../../../base/texts/visible.ts";
import { dateNow } from "../../../base/values/native-timers.ts";
import { surfaces } from "../../../domain/model/surface.ts";
import { belowBasePath } from "../../../harness/next/openapi-document.ts";
import { unwrittenSentence } from "../../../harness/next/sentences.ts";
import type { BrokerOptions } from "../../../harness/pact/broker.ts";
import { publishBranch, publishResult } from "../../../harness/pact/broker.ts";
import { checkNext } from "../../../harness/pact/next-check.ts";
import {
  findPacts,
  isUrl,
  pactsOfProvider,
  providersOf,
} from "../../../harness/pact/pact-sources.ts";
import type { FoundPact } from "../../../harness/pact/pact-sources.ts";
import { casesOf } from "../../../harness/pact/report-cases.ts";
import { documentOfVerification } from "../../../harness/pact/report-document.ts";
import { junitReport } from "../../../harness/pact/report-junit.ts";
import { textReport } from "../../../harness/pact/report-text.ts";
import type { VerificationReport } from "../../../harness/pact/report.ts";
import { isFailure } from "../../../harness/pact/report.ts";
import { loadComparator } from "../../../harness/pact/static-check.ts";
import { verify } from "../../../harness/pact/verify.ts";
import { htmlOf } from "../../../harness/report/html.ts";
import { markdownOf } from "../../../harness/report/markdown.ts";
import { newSandboxClient } from "../../../library/client/sandbox-client.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import { variable } from "../command-line.ts";
import { exitCodes } from "../exit-codes.ts";
import type { VerifyOptions } from "../options/check.ts";
import {
  annotate,
  failedCases,
  jsonText,
  printJson,
  printReport,
} from "../output/findings-output.ts";
import { appendJobSummary } from "../output/report-files.ts";
import { UsageError } from "../usage-error.ts";
import { announcedDocuments } from "./announced-in.ts";

/** Verifies the pacts in `sources` and reports; 1 when one does not match or there was none. */
export async function verifyPacts(
  sources: readonly string[],
  options: VerifyOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const startedAt = dateNow();
  const broker = brokerOptions(sources, options, environment);
  const found = await findPacts(sources, broker);
  const pacts = pactsOfProvider(found, options.provider);
  notesOnProviders(found, pacts, options.provider).forEach(printNote);
  const { next } = options;
  const report = await (next === undefined
    ? verified(pacts, options)
    : verifiedNext(pacts, { ...options, next }));
  await handOut(report, { ...options, startedAt }, environment);
  if (options.publish) await publish(pacts, report, broker);
  return report.passed ? exitCodes.ok : exitCodes.failed;
}

/** What to know about the choice of pacts by their provider; nothing when all have the same. */
function notesOnProviders(
  found: readonly FoundPact[],
  pacts: readonly FoundPact[],
  provider: string | undefined,
): readonly string[] {
  const names = providersOf(found).map((name) => JSON.stringify(name));
  if (found.length > 0 && pacts.length === 0) {
    return [
      `No pact is of the provider ${JSON.stringify(provider)}: they are of ${names.join(", ")}.`,
    ];
  }
  if (provider !== undefined || names.length < 2) return [];
  return [
    `The pacts are of ${names.length} providers: ${names.join(", ")}. --provider NAME verifies those of one.`,
  ];
}

function printNote(text: string): void {
  process.stderr.write(`${singleLine(text)}\n`);
}

function brokerOptions(
  sources: readonly string[],
  options: VerifyOptions,
  environment: Readonly<Record<string, string | undefined>>,
): BrokerOptions {
  const token = options.brokerToken ?? variable(environment, "PACT_BROKER_TOKEN");
  const url = sources.find((source) => isUrl(source) && URL.canParse(source));
  return {
    provider: options.provider ?? "lead-api",
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    origin: url === undefined ? null : new URL(url).origin,
    selectors: options.selector.map(selectorOf),
    enablePending: options.enablePending,
    includeWipSince: options.includeWipSince,
    providerBranch: options.providerBranch,
    providerVersion: options.publish ? options.providerVersion : undefined,
  };
}

function selectorOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    // Reported as a usage error.
    throw new UsageError(`--selector ${text} is not a JSON object, such as '{"mainBranch":true}'.`);
  }
}

async function verified(
  pacts: readonly FoundPact[],
  { surface, fixture, static: isStatic, strict: isStrict, timeout }: VerifyOptions,
): Promise<VerificationReport> {
  const sandbox = openSandbox({ fixture });
  try {
    const { fetch } = sandbox;
    const client = newSandboxClient({ url: "http://127.0.0.1", fetch });
    const on = surfaces[surface];
    const timeoutMs = timeout;
    return await verify({ pacts, fetch, client, surface: on, isStatic, isStrict, timeoutMs });
  } finally {
    sandbox.close();
  }
}

/** Compares the pacts with the announced interface instead of the sandbox. */
async function verifiedNext(
  pacts: readonly FoundPact[],
  { next: file, from, strict: isStrict }: VerifyOptions & { readonly next: string },
): Promise<VerificationReport> {
  const { announced, present, next, unwritten } = await announcedDocuments(file, from);
  return checkNext(
    pacts,
    {
      present: belowBasePath(present),
      next: belowBasePath(next),
      file,
      unwritten: [...unwritten.map(unwrittenSentence), ...announced.notes.map(noteSentence)],
      isStrict,
    },
    await loadComparator(),
  );
}

function noteSentence(note: string): string {
  return `A note is in no document: ${note}`;
}

async function handOut(
  report: VerificationReport,
  { json, junit, markdown, html, ctrf, startedAt }: VerifyOptions & { readonly startedAt: number },
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (json === true) printJson(report);
  else printReport(textReport(report), process.stdout, environment);
  if (typeof json === "string") await writing(json, writeFile(json, jsonText(report)));
  if (junit !== undefined) await writing(junit, writeFile(junit, junitReport(report)));
  if (ctrf !== undefined) await writing(ctrf, writeFile(ctrf, ctrfReport(report, startedAt)));
  const document = documentOfVerification(report);
  if (markdown !== undefined) await writing(markdown, writeFile(markdown, markdownOf(document)));
  if (html !== undefined) await writing(html, writeFile(html, await htmlOf(document, "verify")));
  await appendJobSummary(markdownOf(document), environment);
  annotate(failedCases(casesOf(report)), environment);
}

function ctrfReport(report: VerificationReport, startedAt: number): string {
  const { version } = packageJson;
  const durationMs = dateNow() - startedAt;
  return ctrfOf({ tool: "lead-sandbox verify", version, startedAt, durationMs }, casesOf(report));
}

async function writing(file: string, written: Promise<void>): Promise<void> {
  try {
    await written;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`Cannot write the report to ${file}: ${reason}`);
  }
}

async function publish(
  pacts: readonly FoundPact[],
  report: VerificationReport,
  broker: BrokerOptions,
): Promise<void> {
  const { interactions, findings } = report;
  const published = pacts.filter(({ publishUrl }) => publishUrl !== undefined);
  if (pacts.length > 0 && published.length === 0) {
    throw new UsageError("--publish requires pacts from a broker.");
  }
  await publishBranch(
    published.map(({ branchUrl = null }) => ({ branchUrl })),
    broker,
  );
  await Promise.all(
    published.map(async ({ source, publishUrl = null, skipped }) => {
      const own = interactions.filter((one) => one.source === source);
      const refused = findings.some((one) => one.source === source && isFailure(one, report));
      const isVerified = own.every(({ passed }) => passed) && !refused;
      if (isVerified && skipped.length > 0) {
        // As Pact's verifier does for a part of a pact: a success would speak for all of it.
        printNote(`${source}: no success was published, because a part of it was skipped.`);
        return;
      }
      await publishResult({ source, publishUrl }, isVerified && own.length > 0, broker);
    }),
  );
}
