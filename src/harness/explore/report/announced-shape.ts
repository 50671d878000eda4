import * as z from "zod";

import type { DeepReadonly } from "../../../base/values/deep-readonly.ts";
import { changeShape } from "../../next/report.ts";
import { verdicts } from "../model.ts";
import { Count } from "./record-shape.ts";

const Verdict = z.enum(verdicts);

const AnnouncedChange = z
  .object({
    ...changeShape,
    verdict: Verdict.nullable().describe(
      "The worst of its trials; not-reached if the run does not touch it, null if nothing can be carried out.",
    ),
    trials: z.array(z.string()),
    provoked: z
      .object({ call: z.string(), status: z.int() })
      .nullable()
      .describe("The call that its trial refuses, because the change shows on refusals only."),
    moreLeads: Count.describe("How many Leads its last pair of runs added."),
    why: z.string().nullable().describe("Why it has no trial."),
  })
  .meta({ id: "AnnouncedChange" });
export type AnnouncedChange = DeepReadonly<z.infer<typeof AnnouncedChange>>;

/** What explore --next found about each announced change. */
export const AnnouncedReport = z
  .object({
    document: z.string().describe("The file of the announced interface."),
    version: z.string().nullable().describe("The version of the document; null for a list."),
    from: z
      .string()
      .nullable()
      .describe("The provider's present document; null for the sandbox's."),
    unknownOperations: Count.describe("Operations that the sandbox lacks; they are left out."),
    notes: z.array(z.string()).describe("Notes of a list, which cannot be carried out."),
    changes: z.array(AnnouncedChange),
    together: z
      .object({ verdict: Verdict, trial: z.string() })
      .nullable()
      .describe("All definite changes at once; null if the run touches none of them."),
  })
  .meta({ id: "AnnouncedReport" });
export type AnnouncedReport = DeepReadonly<z.infer<typeof AnnouncedReport>>;
