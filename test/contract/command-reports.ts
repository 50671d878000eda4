/** The shapes of reports that the code has as types only. */
import * as z from "zod";

import type { InterceptionSummary } from "../../src/apps/cli/client-command/interception-report.ts";
import type { TrafficSummary } from "../../src/apps/cli/exec/traffic.ts";
import type { RuleId } from "../../src/domain/rules/catalogue.ts";
import { isRuleId } from "../../src/domain/rules/catalogue.ts";
import { standings } from "../../src/domain/rules/rule.ts";
import type { ConformanceReport } from "../../src/harness/check-target/check.ts";
import type { VerificationReport } from "../../src/harness/pact/report.ts";
import { AnyJson } from "../../src/server/control/calls/shapes.ts";

const Count = z.int().min(0);
const names = z.array(z.string());

const Interception = z.object({
  otherHosts: z.array(
    z.object({ target: z.string(), calls: Count, problem: z.string().nullable() }),
  ),
  production: z.object({ calls: Count, leadsCreated: Count, mailed: names }),
  flagsForKeys: names.describe("Flags under which the hosts accept keys that they refused."),
  cause: z.string().nullable().describe("Why no call reached the sandbox; null if one did."),
}) satisfies z.ZodType<InterceptionSummary>;

export const TrafficShape = z.object({
  requests: Count,
  withoutVersion: Count.describe("Requests without the version segment in their path."),
  operations: z.array(
    z.object({
      id: z.string(),
      statuses: z.record(z.string(), Count).describe("Answers by status; 0 is no answer."),
    }),
  ),
  operationsInAll: Count.describe("Operations that a client is expected to call."),
  operationsCovered: Count,
  refusals: z.array(z.object({ status: z.int(), rule: z.string(), count: Count })),
  assumptions: names,
  neverCalled: names,
  neverMet: z.array(z.object({ id: z.string(), statuses: z.array(z.int()) })),
  code: z.int().describe("The exit code of the command."),
  minCoverage: z.number(),
  covered: z.boolean(),
  noTraffic: z.boolean().describe("Whether a request was required and none was made."),
  interception: Interception.exactOptional().describe("Only with --intercept."),
}) satisfies z.ZodType<TrafficSummary>;

const Problem = z.object({
  place: z.string().describe('Such as "status", "header Content-Type" or "body $.data.id".'),
  message: z.string(),
  rule: z
    .object({ id: z.string(), statement: z.string() })
    .nullable()
    .describe("The rule that decided the answer."),
  advice: z.string(),
});

const Answer = z.object({
  status: z.int(),
  rules: names,
  reason: z.string().nullable(),
  hint: z.string().nullable(),
});

export const VerificationShape = z.object({
  interactions: z.array(
    z.object({
      source: z.string().describe("The file or URL of the pact."),
      consumer: z.string(),
      provider: z.string(),
      description: z.string(),
      states: names,
      request: z.string(),
      pending: z.boolean(),
      passed: z.boolean(),
      problems: z.array(Problem),
      answer: Answer.nullable().describe("Null if the request was not sent."),
    }),
  ),
  findings: z
    .array(
      z.object({
        source: z.string(),
        severity: z.enum(["error", "warning"]),
        code: z.string(),
        interaction: z.string(),
        place: z.string(),
        message: z.string(),
      }),
    )
    .describe("The result of the static check."),
  skipped: z
    .array(
      z.object({
        source: z.string(),
        consumer: z.string(),
        provider: z.string(),
        kind: z.enum(["message", "interaction"]),
        count: z.int(),
        reason: z.string(),
      }),
    )
    .describe("What the pacts have that was not verified."),
  passed: z.boolean(),
  isStrict: z.boolean().describe("Whether warnings of the static check count as failures."),
}) satisfies z.ZodType<VerificationReport>;

const RuleName = z
  .custom<RuleId>((id) => typeof id === "string" && isRuleId(id))
  .meta({
    documentedAs: z.string(),
  });
const Standing = z.enum(standings);

export const ConformanceReportShape = z.object({
  verdicts: z.array(
    z.object({
      rule: RuleName,
      verdict: z.enum(["confirmed", "partly-confirmed", "denied", "unknown"]),
      parts: z.object({
        asked: names,
        denied: names,
        notAsked: z.array(z.object({ part: z.string(), reason: z.string() })),
      }),
      denies: Standing.nullable(),
      choice: z.string().nullable().describe("The alternative that the service follows."),
      reason: z.string(),
      evidence: z.array(
        z.object({
          request: z.string(),
          part: Standing,
          seen: AnyJson,
          expected: AnyJson,
        }),
      ),
    }),
  ),
  assumptions: z.record(z.string(), z.string()),
  requests: Count,
  created: Count,
  lost: Count.describe("Requests that the service did not answer; some were sent again."),
  failing: z
    .array(z.object({ request: z.string(), problem: z.string(), rules: z.array(RuleName) }))
    .describe("Requests that got the same three times instead of an answer."),
  left: z
    .object({ questions: Count, rules: z.array(RuleName) })
    .describe("The planned questions without an answer."),
  stopped: z
    .object({
      cause: z.enum(["budget", "refused", "quota", "unreachable", "interrupted"]),
      reason: z.string(),
    })
    .nullable()
    .describe("Why the check ended early; null when every probe ran."),
}) satisfies z.ZodType<ConformanceReport>;
