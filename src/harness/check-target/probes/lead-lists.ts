/** Probes of the Leads that each list has. */
import { isEchoed, rowsOf, statusSeen } from "../target/evidence.ts";
import {
  activeOwn,
  firmLeads,
  list,
  memberLead,
  ownLeads,
  ownName,
  placesIn,
  rows,
} from "../target/prepared-leads.ts";
import type { Target } from "../target/target.ts";
import { recordOf } from "../target/target.ts";
import type { Probe } from "./probe.ts";

export const leadListProbes: readonly Probe[] = [
  {
    rule: "lead.list",
    parts: ["firm"],
    dependsOn: ["list.filter"],
    async run(target) {
      const { own, areWhole, page } = await ownIn(target, firmLeads(target));
      target.saw(page, { own, areWhole });
      const whole = await list(target, { limit: "100" });
      const foreign = rows(target, whole).filter(
        ({ resourceType, resourceId }) =>
          resourceType === "Firm" && resourceId !== target.facts.firmId,
      );
      target.saw(whole, { ofOtherFirms: foreign.length });
    },
  },
  ofMemberLead("lead.list", ["members"], firmLeads),
  {
    rule: "lead.list-all",
    parts: ["firm"],
    dependsOn: ["list.filter"],
    async run(target) {
      const { own, page } = await ownIn(target, "/leads");
      target.saw(page, { status: statusSeen(page), isPage: rowsOf(page) !== null, own });
    },
  },
  ofMemberLead("lead.list-all", ["members"], () => "/leads"),
  ofMemberLead(
    "lead.list.firm-member",
    undefined,
    ({ facts }) => `/firmMembers/${facts.firmMemberId}/leads`,
  ),
];

/** A probe whose evidence is which Leads of the Firm and of its member a list has. */
function ofMemberLead(
  rule: Probe["rule"],
  parts: readonly string[] | undefined,
  pathOfList: (target: Target) => string,
): Probe {
  return {
    rule,
    ...(parts === undefined ? {} : { parts }),
    needs: ["firmMemberId"],
    dependsOn: ["list.filter"],
    async run(target) {
      const made = await memberLead(target);
      const { own, page } = await ownIn(target, pathOfList(target));
      const ofMember = placesIn(page, [made]).length;
      target.saw(page, { status: statusSeen(page), own, ofMember }, "assumed");
    },
  };
}

/** The number of active Leads of `ownLeads` in a list, and whether each has all its fields there. */
async function ownIn(target: Target, path: string) {
  const leads = await ownLeads(target);
  const filter = JSON.stringify({ lastName: ownName(leads) });
  const query = new URLSearchParams({ limit: "100", filter });
  const page = await target.ask("GET", `${path}?${query.toString()}`);
  const active = leads.slice(0, activeOwn);
  const found = rowsOf(page) ?? [];
  const areWhole = active.every((one) => found.some((row) => isEchoed(recordOf(one), row)));
  return { page, own: placesIn(page, active).length, areWhole };
}
