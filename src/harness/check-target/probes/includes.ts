/** Probes of includes, which join records to a Lead. */
import type { JsonObject } from "../../../base/values/json.ts";
import { outcome, rowsOf, statusSeen } from "../target/evidence.ts";
import {
  newActiveLead,
  convertedLead,
  idOf,
  list,
  pathOf,
  rows,
} from "../target/prepared-leads.ts";
import type { Target } from "../target/target.ts";
import { recordOf } from "../target/target.ts";
import type { Probe } from "./probe.ts";

export const includeProbes: readonly Probe[] = [
  {
    rule: "include.plans",
    parts: ["none"],
    async run(target) {
      const plain = await target.ask("GET", `${pathOf(await newActiveLead(target))}?include=Plans`);
      target.saw(plain, { status: statusSeen(plain), plans: recordOf(plain)["Plans"] ?? null });
    },
  },
  {
    rule: "include.plans",
    parts: ["plans"],
    dependsOn: ["scope.with-deleted"],
    run: (target) =>
      sawJoined(target, "Plans", (plans, ids) => {
        const joined = new Set<unknown>(plans.map(({ id }) => id));
        return { areJoined: ids.every((id) => joined.has(id)) };
      }),
  },
  {
    rule: "include.plans",
    parts: ["list"],
    async run(target) {
      await newActiveLead(target);
      const page = await list(target, { limit: "3", include: "Plans" });
      const lists = rows(target, page).map(({ Plans: plans }) => Array.isArray(plans));
      target.saw(page, { status: statusSeen(page), areJoined: lists.every(Boolean) });
    },
  },
  {
    rule: "include.client-profiles",
    dependsOn: ["include.plans#plans"],
    run: (target) =>
      sawJoined(target, "Plans.ClientProfiles", (plans) => {
        const profiles = plans.map(({ ClientProfiles: nested }) => nested);
        return { areNested: profiles.every((one) => Array.isArray(one) && one.length > 0) };
      }),
  },
  {
    rule: "include.separator",
    dependsOn: ["include.plans#none"],
    async run(target) {
      const path = `${pathOf(await newActiveLead(target))}?include=Plans,Plans.ClientProfiles`;
      const answered = await target.ask("GET", path);
      target.saw(answered, {
        ...outcome(target, answered),
        isJoined: "Plans" in recordOf(answered),
      });
    },
  },
  {
    rule: "include.spelling",
    dependsOn: ["include.plans#none"],
    async run(target) {
      const answered = await target.ask(
        "GET",
        `${pathOf(await newActiveLead(target))}?includes=Plans`,
      );
      const isJoined = "Plans" in recordOf(answered);
      target.saw(answered, { ...outcome(target, answered), isJoined });
    },
  },
];

async function sawJoined(
  target: Target,
  include: string,
  judge: (plans: readonly JsonObject[], ids: readonly unknown[]) => JsonObject,
): Promise<void> {
  const converted = await convertedLead(target);
  const { plan_ids: ids = [] } = recordOf(converted);
  const path = `/leads/${idOf(converted)}?scope=withDeleted&include=${include}`;
  const answered = await target.ask("GET", path);
  const { Plans: plans = null } = recordOf(answered);
  const joined = rowsOf({ ...answered, json: { data: plans } }) ?? [];
  const isJoined = joined.length > 0;
  target.saw(answered, { isJoined, ...judge(joined, Array.isArray(ids) ? ids : []) });
}
