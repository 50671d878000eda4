/** What each command prints with `--json`. The shapes are those of the code where it has them. */
import * as z from "zod";

import { ReplayResult } from "../../src/apps/cli/replay/result.ts";
import { standings } from "../../src/domain/rules/rule.ts";
import { Report as AssessReport } from "../../src/harness/assess/report/shape.ts";
import { HarReport } from "../../src/harness/check-har/report/shape.ts";
import { Report as ExploreReport } from "../../src/harness/explore/report/shape.ts";
import { ChangeReport } from "../../src/harness/next/report.ts";
import { SimulationReport } from "../../src/harness/simulate/report/shape.ts";
import { listEmails, waitForEmail } from "../../src/server/control/mail/emails.ts";
import { getEmail } from "../../src/server/control/mail/parts.ts";
import { archiveLead, listLeads } from "../../src/server/control/people/leads.ts";
import { convertOneLead, signUp } from "../../src/server/control/people/sign-ups.ts";
import { getClock } from "../../src/server/control/time-and-quotas/clock.ts";
import { restoreWorkspace } from "../../src/server/control/workspaces/restore.ts";
import { resetWorkspace } from "../../src/server/control/workspaces/state.ts";
import {
  createWorkspace,
  dropWorkspace,
  listWorkspaces,
} from "../../src/server/control/workspaces/workspaces.ts";
import { ConformanceReportShape, TrafficShape, VerificationShape } from "./command-reports.ts";

const Kit = z.object({ file: z.string(), runner: z.string() });

const Rule = z.object({
  id: z.string(),
  clause: z.string(),
  standing: z.enum(standings),
  statement: z.string(),
  source: z.string().exactOptional(),
  default: z.string().exactOptional().describe("The usual choice; only for rules with one."),
  alternatives: z.array(z.string()).exactOptional(),
});

const reason = z.string().nullable().describe("Why not; null if it is.");
const day = z.string().describe("Such as 2026-03-02.");
const clock = getClock.answer.shape.data;

/** The shape of each command's document, by the name of the command. */
export const commandOutputs: Readonly<Record<string, z.ZodType>> = {
  exec: TrafficShape,
  env: z.record(z.string(), z.string()).describe("Values by the name of their variable."),
  ready: z.object({ ready: z.boolean(), url: z.string(), reason }),
  healthcheck: z.object({ healthy: z.boolean(), url: z.string(), reason }),
  reset: resetWorkspace.answer.shape.data,
  "leads list": listLeads.answer.shape.data,
  "leads convert": z.union([convertOneLead.answer.shape.data, signUp.answer.shape.data]),
  "leads archive": archiveLead.answer.shape.data.shape.lead,
  "time show": clock,
  "time freeze": clock,
  "time run": clock,
  "time advance": clock,
  "emails list": listEmails.answer.shape.data,
  "emails wait": waitForEmail.answer.shape.data,
  "emails show": getEmail.answer.shape.data,
  "workspaces list": listWorkspaces.answer.shape.data,
  "workspaces create": createWorkspace.answer.shape.data,
  "workspaces restore": restoreWorkspace.answer.shape.data,
  "workspaces drop": dropWorkspace.answer.shape.data,
  verify: VerificationShape,
  explore: ExploreReport,
  assess: AssessReport,
  simulate: SimulationReport,
  replay: ReplayResult,
  "report merge": ExploreReport,
  "check-target": ConformanceReportShape,
  "check-har": HarReport,
  changes: ChangeReport,
  kit: z.union([
    z.object({ name: z.string(), ...Kit.shape, text: z.string().describe("The file.") }),
    z.record(z.string(), Kit).describe("All kits by name, without an argument."),
  ]),
  guide: z.array(
    z.object({
      title: z.string().describe("The title of the page and the heading."),
      place: z.string().describe("The address at a running sandbox, else the file of the page."),
      text: z.string().describe("The paragraph."),
    }),
  ),
  "assumptions answer": z.object({
    rule: z.string(),
    choice: z.string(),
    source: z.string(),
    date: day,
    file: z.string(),
  }),
  "assumptions list": z.array(
    z.object({
      rule: z.string(),
      choice: z.string(),
      isDefault: z.boolean(),
      source: z.string().nullable(),
      date: day.nullable(),
      isStale: z.boolean().describe("Whether it is older than --max-age."),
    }),
  ),
  rules: z.union([z.array(Rule), Rule.describe("The rule that the argument names.")]),
  version: z.object({ version: z.string(), node: z.string() }),
};
