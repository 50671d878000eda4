/** Probes of the format of refusals. */
import { isJsonObject } from "../../domain/json.ts";
import { allCodes, fieldsOf, hasMessage, isGranted, outcome } from "./evidence.ts";
import { activeLead, create, firmLeads, refusedEmails } from "./prepared-leads.ts";
import type { Probe } from "./probe.ts";
import type { Answered } from "./target.ts";
import { recordOf } from "./target.ts";

export const errorProbes: readonly Probe[] = [
  {
    rule: "error.envelope",
    async run(target) {
      const unknown = await target.ask("GET", "/leads/n0Such00");
      if (isGranted(unknown)) target.giveUp("The service did not refuse an unknown record");
      target.saw(unknown, { hasMessage: hasMessage(unknown) });
      const refused = await target.ask("POST", firmLeads(target), { body: {} });
      if (isGranted(refused)) target.giveUp("The service did not refuse a Lead without fields");
      target.saw(refused, { status: refused.status, ...envelopeOf(refused) });
      const { email = null } = recordOf(await activeLead(target));
      const taken = await create(target, { email });
      if (taken.status !== 409) target.giveUp("The service never answered 409");
      target.saw(taken, envelopeOf(taken));
    },
  },
  {
    rule: "error.codes",
    dependsOn: ["error.envelope"],
    async run(target) {
      for (const refused of await refusedEmails(target)) {
        if (isGranted(refused)) target.giveUp("The service did not refuse an invalid email");
        target.saw(refused, [...allCodes(fieldsOf(refused) ?? {})]);
      }
    },
  },
  {
    rule: "error.all-fields",
    async run(target) {
      const refused = await create(target, { email: "no-address", firstName: 7 });
      target.saw(refused, outcome(target, refused));
    },
  },
];

/** Whether a refusal names the invalid fields and their problems. */
function envelopeOf(refused: Answered) {
  const problems = Object.values(fieldsOf(refused) ?? {});
  const areLists = problems.every(
    (list) => Array.isArray(list) && list.length > 0 && list.every(isProblem),
  );
  return { hasMessage: hasMessage(refused), hasFields: problems.length > 0 && areLists };
}

function isProblem(one: unknown): boolean {
  if (!isJsonObject(one)) return false;
  return typeof one["code"] === "string" && typeof one["message"] === "string";
}
