/** Probes of creating Leads. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isEchoed, isGranted, outcome } from "../target/evidence.ts";
import {
  newActiveLead,
  convertedLead,
  create,
  idOf,
  isStored,
  missingIn,
  noted,
  person,
} from "../target/prepared-leads.ts";
import { recordOf } from "../target/target.ts";
import { ofAnswer } from "./of-answer.ts";
import type { Probe } from "./probe.ts";

/** The probes that all others depend on. */
export const creationProbes: readonly Probe[] = [
  {
    rule: "lead.create.firm",
    async run(target) {
      const made = await create(target, {});
      const { resourceType = null, resourceId, email } = recordOf(made);
      const ofFirm = resourceId === target.facts.firmId;
      const isKept = email === target.email("asked");
      target.saw(made, { status: made.status, resourceType, ofFirm, isKept });
      target.saw(made, { isStored: await isStored(target, made) });
    },
  },
  {
    rule: "lead.fields",
    parts: ["service"],
    async run(target) {
      const made = await newActiveLead(target);
      const record = recordOf(made);
      target.saw(made, { missing: missingIn(record) });
      const { deletedAt = null, convertedAt = null } = record;
      target.saw(made, { deletedAt, convertedAt });
    },
  },
  {
    rule: "lead.fields",
    parts: ["client"],
    async run(target) {
      const made = await newActiveLead(target);
      const { email } = recordOf(made);
      const isSent = typeof email === "string" && email.includes("+");
      target.saw(made, { isSent, isKept: isEchoed({ ...person, ...noted }, recordOf(made)) });
    },
  },
  {
    rule: "lead.fields",
    parts: ["plan-ids"],
    async run(target) {
      const converted = await convertedLead(target);
      const { plan_ids: ids = null } = recordOf(converted);
      const areTexts = Array.isArray(ids) && ids.every((id: Json) => typeof id === "string");
      target.saw(converted, { areTexts });
    },
  },
  ofAnswer(
    "lead.id.shape",
    newActiveLead,
    (_target, made) => ({ isEight: /^[A-Za-z0-9]{8}$/.test(idOf(made) ?? "") }),
    { parts: ["shape"] },
  ),
  {
    rule: "lead.id.shape",
    parts: ["case"],
    async run(target) {
      const id = idOf(await newActiveLead(target)) ?? "";
      const other = id.replaceAll(/[a-z]/gi, inOtherCase);
      if (other === id) target.giveUp("The id of its Lead has no letters");
      const read = await target.ask("GET", `/leads/${other}`);
      target.saw(read, { isFound: isGranted(read) });
    },
  },
  ofTimes("lead.timestamps", ({ createdAt, updatedAt }) => ({
    areIso: isIso(createdAt) && isIso(updatedAt),
  })),
  ofTimes(
    "lead.timestamps.form",
    ({ createdAt, updatedAt }) => ({
      areThere: hasMilliseconds(createdAt) && hasMilliseconds(updatedAt),
    }),
    { parts: ["milliseconds"], dependsOn: ["lead.timestamps"] },
  ),
  ofTimes(
    "lead.timestamps.form",
    ({ createdAt, updatedAt }) => ({ areEqual: createdAt === updatedAt }),
    { parts: ["equal"], dependsOn: ["lead.timestamps"] },
  ),
];

/** A probe of the times of a new Lead. */
function ofTimes(
  rule: Probe["rule"],
  evidence: (record: JsonObject) => Json,
  conditions?: Pick<Probe, "parts" | "dependsOn">,
): Probe {
  return ofAnswer(rule, newActiveLead, (_target, made) => evidence(recordOf(made)), conditions);
}

function inOtherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

function isIso(text: unknown): boolean {
  const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
  return typeof text === "string" && shape.test(text);
}

function hasMilliseconds(text: unknown): boolean {
  return typeof text === "string" && /\.\d{3}Z$/.test(text);
}

/** Probes of creating Leads for another parent. */
export const parentProbes: readonly Probe[] = [
  {
    rule: "lead.create.firm-member",
    needs: ["firmMemberId"],
    async run(target) {
      const { firmMemberId } = target.facts;
      const body = { email: target.email("member"), ...person };
      const made = await target.ask("POST", `/firmMembers/${firmMemberId}/leads`, { body });
      target.saw(made, outcome(target, made), "assumed");
      if (!isGranted(made)) return;
      const { resourceType = null, resourceId } = recordOf(made);
      target.saw(made, { resourceType, ofMember: resourceId === firmMemberId });
    },
  },
];
