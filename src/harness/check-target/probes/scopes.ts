/** Probes of the Leads that each scope shows, and of their states. */
import { statusSeen } from "../target/evidence.ts";
import {
  newActiveLead,
  archivedLead,
  convertedLead,
  deletedLead,
  leadSeen,
  list,
  ownLeads,
  ownName,
  pathOf,
  placesIn,
} from "../target/prepared-leads.ts";
import type { Answered, Target } from "../target/target.ts";
import { recordOf } from "../target/target.ts";
import type { Probe } from "./probe.ts";

export const scopeProbes: readonly Probe[] = [
  { rule: "scope.default", dependsOn: ["list.filter"], run: (target) => sawScope(target, null) },
  {
    rule: "scope.with-deleted",
    dependsOn: ["list.filter", "scope.default"],
    run: (target) => sawScope(target, "withDeleted"),
  },
  {
    rule: "scope.active",
    dependsOn: ["list.filter", "scope.default"],
    run: (target) => sawScope(target, "active"),
  },
  ...Object.entries({
    active: newActiveLead,
    archived: archivedLead,
    converted: convertedLead,
  }).map(([part, leadInState]): Probe => ({
    rule: "state.two-timestamps",
    parts: [part],
    dependsOn: ["scope.with-deleted"],
    run: async (target) => sawState(target, await leadInState(target)),
  })),
  {
    rule: "state.two-timestamps",
    parts: ["no-field"],
    dependsOn: ["scope.with-deleted"],
    async run(target) {
      const made = await newActiveLead(target);
      const names = Object.keys(recordOf(made)).filter((name) => /^(state|status)$/i.test(name));
      target.saw(made, { names });
    },
  },
  {
    rule: "lead.delete",
    parts: ["answer"],
    async run(target) {
      const { made, gone } = await deletedLead(target);
      target.saw(gone, { status: gone.status, ...leadSeen(gone, made) });
    },
  },
  {
    rule: "lead.delete",
    parts: ["archives"],
    dependsOn: ["scope.with-deleted"],
    run: async (target) => sawState(target, (await deletedLead(target)).made),
  },
];

/** Records the state of a Lead by its timestamps. */
async function sawState(target: Target, lead: Answered): Promise<void> {
  const read = await target.ask("GET", `${pathOf(lead)}?scope=withDeleted`);
  const { deletedAt = null, convertedAt = null } = recordOf(read);
  target.saw(read, { isDeleted: deletedAt !== null, isConverted: convertedAt !== null });
}

/** Records which Leads of `ownLeads` a list has in this scope, and whether the archived one is readable by id. */
async function sawScope(target: Target, scope: "withDeleted" | "active" | null): Promise<void> {
  const archived = await archivedLead(target);
  const leads = await ownLeads(target);
  const scoped = scope === null ? {} : { scope };
  const filter = JSON.stringify({ lastName: ownName(leads) });
  const page = await list(target, { limit: "100", filter, ...scoped });
  target.saw(page, { status: statusSeen(page), own: placesIn(page, leads).toSorted(byNumber) });
  const query = scope === null ? "" : `?scope=${scope}`;
  const read = await target.ask("GET", `${pathOf(archived)}${query}`);
  target.saw(read, { status: statusSeen(read), isDeleted: isDeleted(recordOf(read)) });
}

function isDeleted({ deletedAt = null }: ReturnType<typeof recordOf>): boolean {
  return typeof deletedAt === "string";
}

function byNumber(one: number, other: number): number {
  return one - other;
}
