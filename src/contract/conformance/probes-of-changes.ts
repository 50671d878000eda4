/** Probes of existing Leads. */
import type { JsonObject } from "../../domain/json.ts";
import { isEchoed, isGranted, outcome, outcomeWith, statusSeen } from "./evidence.ts";
import {
  activeLead,
  archivedLead,
  convertedLead,
  idOf,
  lead,
  list,
  ownLeads,
  ownName,
  pathOf,
  placesIn,
  textIn,
} from "./prepared-leads.ts";
import type { Probe } from "./probe.ts";
import { sawRefusals } from "./refusals.ts";
import type { Answered, Target } from "./target.ts";
import { recordOf } from "./target.ts";

/** Probes of reading, changing and deleting a Lead. */
export const changeProbes: readonly Probe[] = [
  {
    rule: "lead.get",
    async run(target) {
      const made = await activeLead(target);
      const read = await target.ask("GET", pathOf(made));
      const isSame =
        idOf(read) === idOf(made) && recordOf(read)["email"] === recordOf(made)["email"];
      target.saw(read, { status: statusSeen(read), isSame });
      const unknown = await target.ask("GET", "/leads/n0Such00");
      target.saw(unknown, statusSeen(unknown));
    },
  },
  {
    rule: "lead.patch",
    parts: ["sent-fields", "other-fields", "updated-at"],
    dependsOn: ["lead.fields#client"],
    async run(target) {
      const kept = { lastName: "Probe", clientData: { notes: "kept" } };
      const made = await lead(target, { email: target.email("patched"), ...kept });
      await target.pause();
      // Created before the change, so the new `updatedAt` must not be earlier than its `createdAt`.
      const older = await lead(target, { email: target.email("older") });
      await target.pause();
      const body = { firstName: "Changed" };
      const patched = await target.ask("PATCH", pathOf(made), { body });
      const read = await target.ask("GET", pathOf(made));
      const record = recordOf(read);
      const isChanged = record["firstName"] === "Changed";
      const othersStay = isEchoed({ ...kept, email: recordOf(made)["email"] ?? null }, record);
      const isMoved = momentIn(record, "updatedAt") >= momentIn(recordOf(older), "createdAt");
      target.saw(patched, { isGranted: isGranted(patched) });
      target.saw(read, { isChanged, othersStay, isMoved });
    },
  },
  {
    rule: "lead.patch.checks",
    // What a create does not check, PATCH need not check either.
    dependsOn: [
      "lead.email.format#invalid",
      "lead.phone.shape#number-type",
      "client-data.fields#first-time-home-buyer",
      "client-data.date-of-birth.other#text",
    ],
    async run(target) {
      const path = pathOf(await lead(target, { email: target.email("checked") }));
      const send = (body: JsonObject) => target.ask("PATCH", path, { body });
      await sawRefusals(target, send, {
        email: { email: "no-address" },
        firstName: { firstName: 7 },
        lastName: { lastName: null },
        number: { phone: { number: 7 } },
        isFirstTimeHomeBuyer: { clientData: { isFirstTimeHomeBuyer: "yes" } },
        dateOfBirth: { clientData: { dateOfBirth: "yesterday" } },
      });
    },
  },
  {
    rule: "lead.patch.answer",
    dependsOn: ["lead.patch"],
    async run(target) {
      const made = await lead(target, { email: target.email("answered") });
      const patched = await target.ask("PATCH", pathOf(made), { body: { firstName: "Changed" } });
      const isLead = idOf(patched) !== null && idOf(patched) === idOf(made);
      target.saw(patched, { status: patched.status, isLead });
    },
  },
  {
    rule: "lead.patch.merge",
    dependsOn: ["lead.patch"],
    async run(target) {
      const clientData = { notes: "kept?", prefix: "Dr" };
      const made = await lead(target, { email: target.email("merged"), clientData });
      const body = { clientData: { notes: "changed" } };
      const patched = await target.ask("PATCH", pathOf(made), { body });
      const read = await target.ask("GET", pathOf(made));
      target.saw(read, {
        ...outcome(target, patched),
        ...outcomeWith(target, read, ["clientData"]),
      });
    },
  },
  {
    rule: "lead.patch.not-active",
    dependsOn: ["lead.patch"],
    async run(target) {
      const made = await lead(target, { email: target.email("late") });
      const gone = await target.ask("DELETE", pathOf(made));
      if (!isGranted(gone)) target.giveUp("The service did not archive a Lead");
      const patched = await target.ask("PATCH", pathOf(made), { body: { firstName: "Late" } });
      target.saw(patched, outcome(target, patched));
    },
  },
  {
    rule: "lead.delete",
    async run(target) {
      const made = await lead(target, { email: target.email("deleted") });
      const gone = await target.ask("DELETE", pathOf(made));
      const isLead = idOf(gone) !== null && idOf(gone) === idOf(made);
      target.saw(gone, { status: gone.status, isLead });
    },
  },
];

function momentIn(record: JsonObject, name: string): number {
  return Date.parse(textIn(record, name));
}

/** Probes of the Leads that each scope shows. */
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
  {
    rule: "state.two-timestamps",
    dependsOn: ["scope.with-deleted"],
    async run(target) {
      const archived = await archivedLead(target);
      await sawTimestamps(target, await activeLead(target));
      await sawTimestamps(target, archived);
      await sawTimestamps(target, await convertedLead(target));
    },
  },
];

async function sawTimestamps(target: Target, one: Answered): Promise<void> {
  const read = await target.ask("GET", `${pathOf(one)}?scope=withDeleted`);
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
