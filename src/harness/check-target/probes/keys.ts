/** Probes of keys and their permissions. */
import { isGranted, statusSeen } from "../target/evidence.ts";
import { handledLead, firmLeads } from "../target/prepared-leads.ts";
import { ofAnswer } from "./of-answer.ts";
import type { Probe } from "./probe.ts";
import { firstOfList, ownFirm, unknownWorkflow } from "./resources.ts";
import { isAllowed, ofStatus, oneLead } from "./statuses.ts";

const unknownKey = "0b6e3f0a-5a53-4c0e-9d7e-3f2f6b1f9a10";

export const keyProbes: readonly Probe[] = [
  ofStatus(
    "auth.missing",
    (target) => [
      ["GET", oneLead(target), { key: null }],
      ["POST", firmLeads(target), { key: null, body: {} }],
      ["PATCH", "/leads/n0Such00", { key: null, body: {} }],
      ["DELETE", "/leads/n0Such00", { key: null }],
    ],
    { parts: ["key"] },
  ),
  ofStatus("auth.invalid", (target) => [["GET", oneLead(target), { key: "not-a-key" }]], {
    parts: ["not-uuid"],
    dependsOn: ["auth.missing#key"],
  }),
  ofStatus("auth.invalid", (target) => [["GET", oneLead(target), { key: unknownKey }]], {
    parts: ["unknown"],
    dependsOn: ["auth.missing#key"],
  }),
  ofStatus(
    "env.key-mismatch",
    (target) => [["GET", oneLead(target), { key: target.facts.otherEnvironmentKey }]],
    { needs: ["otherEnvironmentKey"] },
  ),
  ofStatus(
    "auth.role-surface",
    ({ facts }) => [["GET", "/leads?limit=1", { key: facts.otherApiKey }]],
    { parts: ["this-api"], needs: ["otherApiKey"] },
  ),
  {
    rule: "auth.foreign-record",
    parts: ["record"],
    needs: ["foreignFirmId"],
    async run(target) {
      if (!isGranted(await ownFirm(target))) target.giveUp("The service offers no Firm by its id");
      const refused = await target.ask("GET", `/firms/${target.facts.foreignFirmId}`);
      target.saw(refused, statusSeen(refused));
    },
  },
  {
    rule: "auth.foreign-record",
    parts: ["paths"],
    needs: ["foreignFirmId"],
    async run(target) {
      const path = `/firms/${target.facts.foreignFirmId}/leads`;
      const list = await target.ask("GET", `${path}?limit=1`);
      target.saw(list, statusSeen(list), "assumed");
      const made = await target.ask("POST", path, { body: {} });
      target.saw(made, statusSeen(made), "assumed");
    },
  },
  {
    rule: "auth.foreign-record",
    parts: ["same"],
    needs: ["foreignFirmId"],
    async run(target) {
      const foreign = await target.ask("GET", `/firms/${target.facts.foreignFirmId}/leads?limit=1`);
      const unknown = await target.ask("GET", "/firms/n0Such00/leads?limit=1");
      const isSame = JSON.stringify(foreign.json) === JSON.stringify(unknown.json);
      target.saw(foreign, { isSame: isSame && foreign.status === unknown.status }, "assumed");
    },
  },
  ofStatus("auth.permission", () => [["POST", "/firms", { body: {} }]]),
  {
    rule: "auth.permissions",
    parts: ["leads"],
    async run(target) {
      for (const answered of await handledLead(target)) {
        target.saw(answered, { isAllowed: isAllowed(answered) });
      }
    },
  },
  {
    rule: "auth.permissions",
    parts: ["member-leads"],
    needs: ["firmMemberId"],
    async run(target) {
      const path = `/firmMembers/${target.facts.firmMemberId}/leads`;
      const refused = await target.ask("POST", path, { body: {} });
      target.saw(refused, { isAllowed: isAllowed(refused) });
    },
  },
  {
    rule: "auth.permissions",
    parts: ["reads"],
    async run(target) {
      for (const resource of ["firms", "firmMembers", "referralCodes", "plans"]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const page = await firstOfList(target, resource);
        target.saw(page, { isAllowed: isAllowed(page) });
      }
    },
  },
  ofStatus("auth.permissions", () => [["GET", "/clientProfiles?limit=1"]], {
    parts: ["client-profiles"],
  }),
  ofAnswer(
    "auth.permissions",
    unknownWorkflow,
    (_target, answered) => ({ isAllowed: isAllowed(answered) }),
    { parts: ["workflows"] },
  ),
  ofStatus("auth.permissions", () => [["DELETE", "/referralCodes/n0Such00"]], {
    parts: ["others"],
  }),
];
