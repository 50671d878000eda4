/** Evidence from statuses alone. */
import { isAboutFields, statusSeen } from "../target/evidence.ts";
import { firmLeads } from "../target/prepared-leads.ts";
import type { Answered, Call, Target } from "../target/target.ts";
import type { Probe } from "./probe.ts";

export type StatusOf = readonly [method: string, path: string, call?: Call];

/** A probe whose evidence is the status of each request. */
export function ofStatus(
  rule: Probe["rule"],
  requests: (target: Target) => readonly StatusOf[],
  conditions: Pick<Probe, "parts" | "needs" | "dependsOn"> = {},
): Probe {
  return {
    rule,
    ...conditions,
    async run(target) {
      for (const [method, path, call] of requests(target)) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const answered = await target.ask(method, path, call);
        if (isAboutFields(answered)) target.dependOn("error.envelope");
        target.saw(answered, statusSeen(answered));
      }
    },
  };
}

/** Whether a request is not refused for want of a permission. */
export function isAllowed({ status }: Answered): boolean {
  return status !== 401 && status !== 403;
}

/** The path of a short list. */
export function oneLead(target: Target): string {
  return `${firmLeads(target)}?limit=1`;
}
