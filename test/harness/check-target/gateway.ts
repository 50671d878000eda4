/** A service in this process, some of whose requests something else answers. */
import type { RuleId } from "../../../src/domain/rules/catalogue.ts";
import type { CheckOptions, ConformanceReport } from "../../../src/harness/check-target/check.ts";
import { checkTarget } from "../../../src/harness/check-target/check.ts";
import { probes } from "../../../src/harness/check-target/probes/probes.ts";
import { newSandbox } from "../../support/sandbox.ts";
import { facts, sharedReference } from "./target.ts";

/** A request that the check sent. */
export interface SeenRequest {
  readonly line: string;
  readonly body: string;
  /** How often the same request was sent before. */
  readonly before: number;
}

/** What answers a request in place of the service; null lets it through. */
export type Gateway = (request: SeenRequest) => Response | null;

export interface Checked {
  readonly report: ConformanceReport;
  readonly sent: readonly SeenRequest[];
  readonly waits: readonly (readonly [ms: number, why: string])[];
}

/** Checks these rules behind a gateway. */
export async function checkedBehind(
  gateway: Gateway,
  rules: readonly RuleId[],
  options: Partial<CheckOptions> = {},
): Promise<Checked> {
  const service = newSandbox({ quota: 100_000 });
  const sent: SeenRequest[] = [];
  const waits: [number, string][] = [];
  const report = await checkTarget({
    baseUrl: "http://partner.localhost/v1",
    async fetch(request) {
      const seen = await seenIn(request, sent);
      sent.push(seen);
      return gateway(seen) ?? service.fetch(request);
    },
    wait: async (ms, why) => void waits.push([ms, why]),
    pause: async () => {},
    run: "run",
    requestsMax: 1_000,
    facts,
    reference: sharedReference(),
    probes: probes.filter(({ rule }) => rules.includes(rule)),
    ...options,
  });
  return { report, sent, waits };
}

async function seenIn(request: Request, sent: readonly SeenRequest[]): Promise<SeenRequest> {
  const { pathname, search } = new URL(request.url);
  const line = `${request.method} ${pathname}${decodeURIComponent(search)}`;
  const body = await request.clone().text();
  const before = sent.filter((one) => one.line === line && one.body === body).length;
  return { line, body, before };
}

/** A gateway's page. */
export function page(status: number, type = "text/html"): Response {
  return new Response("<h1>Busy</h1>", { status, headers: { "content-type": type } });
}

/** The rules by verdict. */
export function rulesWith(
  { verdicts }: ConformanceReport,
  wanted: ConformanceReport["verdicts"][number]["verdict"],
): readonly RuleId[] {
  return verdicts.filter(({ verdict }) => verdict === wanted).map(({ rule }) => rule);
}
