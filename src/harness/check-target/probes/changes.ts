/** Probes of existing Leads. */
import type { JsonObject } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";
import { isEchoed, isGranted, outcome, outcomeWith, statusSeen } from "../target/evidence.ts";
import {
  newActiveLead,
  deletedLead,
  idOf,
  lead,
  leadSeen,
  pathOf,
  person,
  textIn,
} from "../target/prepared-leads.ts";
import { recordOf } from "../target/target.ts";
import type { Probe } from "./probe.ts";
import { sawRefusals } from "./refusals.ts";

/** Probes of reading, changing and deleting a Lead. */
export const changeProbes: readonly Probe[] = [
  {
    rule: "lead.get",
    parts: ["record"],
    async run(target) {
      const made = await newActiveLead(target);
      const read = await target.ask("GET", pathOf(made));
      const isSame = idOf(made) !== null && isEchoed(recordOf(made), recordOf(read));
      target.saw(read, { status: statusSeen(read), isSame });
      const unknown = await target.ask("GET", "/leads/n0Such00");
      target.saw(unknown, statusSeen(unknown));
    },
  },
  {
    rule: "lead.get",
    parts: ["parameters"],
    async run(target) {
      const made = await newActiveLead(target);
      const read = await target.ask("GET", `${pathOf(made)}?scope=active&include=Plans`);
      target.saw(read, { status: statusSeen(read), isSame: idOf(read) === idOf(made) });
    },
  },
  {
    rule: "lead.patch",
    parts: ["sent-fields", "other-fields", "updated-at"],
    dependsOn: ["lead.fields#client"],
    async run(target) {
      const { lastName, phone } = person;
      const kept = { lastName, phone, clientData: { notes: "kept" } };
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
    rule: "lead.patch",
    parts: ["sent-fields"],
    dependsOn: ["lead.fields#client"],
    async run(target) {
      const made = await lead(target, { email: target.email("before") });
      const body = {
        email: target.email("after"),
        firstName: "New",
        lastName: "Name",
        phone: { number: "4165550199" },
        clientData: { notes: "changed" },
      };
      const patched = await target.ask("PATCH", pathOf(made), { body });
      const read = await target.ask("GET", pathOf(made));
      target.saw(patched, { isGranted: isGranted(patched) });
      target.saw(read, { areChanged: isEchoed(body, recordOf(read)) });
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
      target.saw(patched, { status: patched.status, ...leadSeen(patched, made) });
      target.saw(patched, { firstName: recordOf(patched)["firstName"] ?? null });
    },
  },
  ofMerge("phone", "phone", { number: "4165550100", extension: "1" }, { number: "4165550199" }),
  ofMerge("client-data", "clientData", { notes: "kept?", prefix: "Dr" }, { notes: "changed" }),
  ofLatePatch("archived", ""),
  ofLatePatch("archived-with-deleted", "?scope=withDeleted"),
];

/** A probe of whether a PATCH with an object replaces the stored one. */
function ofMerge(part: string, name: string, before: JsonObject, sent: JsonObject): Probe {
  return {
    rule: "lead.patch.merge",
    parts: [part],
    dependsOn: ["lead.patch", "lead.phone.shape#extension", "client-data.fields#kept"],
    async run(target) {
      const made = await lead(target, { email: target.email("merged"), [name]: before });
      const patched = await target.ask("PATCH", pathOf(made), { body: { [name]: sent } });
      const read = await target.ask("GET", pathOf(made));
      target.saw(read, { ...outcome(target, patched), ...outcomeWith(target, read, [name]) });
    },
  };
}

/** A probe of a PATCH of an archived Lead. It sends a value that the Lead already has. */
function ofLatePatch(part: string, query: string): Probe {
  return {
    rule: "lead.patch.not-active",
    parts: [part],
    dependsOn: ["lead.patch"],
    async run(target) {
      const { made } = await deletedLead(target);
      const body = { firstName: person.firstName };
      const patched = await target.ask("PATCH", `${pathOf(made)}${query}`, { body });
      target.saw(patched, outcome(target, patched));
    },
  };
}

function momentIn(record: JsonObject, name: string): number {
  return Date.parse(textIn(record, name));
}
