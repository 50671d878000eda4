/** Probes of the format of refusals. */
import { isJsonObject } from "../../../base/values/json.ts";
import { allCodes, fieldsOf, hasMessage, isGranted, outcome } from "../target/evidence.ts";
import { newActiveLead, create, firmLeads, refusedEmails } from "../target/prepared-leads.ts";
import type { Answered, Target } from "../target/target.ts";
import { recordOf } from "../target/target.ts";
import { ofAnswer } from "./of-answer.ts";
import type { Probe } from "./probe.ts";

export const errorProbes: readonly Probe[] = [
  {
    rule: "error.envelope",
    parts: ["message"],
    async run(target) {
      const unknown = await target.ask("GET", "/leads/n0Such00");
      if (isGranted(unknown)) target.giveUp("The service did not refuse an unknown record");
      target.saw(unknown, { hasMessage: hasMessage(unknown) });
    },
  },
  {
    rule: "error.envelope",
    parts: ["message-401"],
    async run(target) {
      const refused = await target.ask("GET", firmLeads(target), { key: null });
      if (isGranted(refused)) target.giveUp("The service did not refuse a request without a key");
      target.saw(refused, { hasMessage: hasMessage(refused) });
    },
  },
  {
    rule: "error.envelope",
    parts: ["fields-422"],
    async run(target) {
      const refused = await target.ask("POST", firmLeads(target), { body: {} });
      if (isGranted(refused)) target.giveUp("The service did not refuse a Lead without fields");
      target.saw(refused, { status: refused.status, ...envelopeOf(refused) });
    },
  },
  ofAnswer("error.envelope", takenEmail, (_target, taken) => envelopeOf(taken), {
    parts: ["fields-409"],
  }),
  {
    rule: "error.codes",
    parts: ["format"],
    dependsOn: ["error.envelope"],
    async run(target) {
      for (const refused of await refusedEmails(target)) {
        if (isGranted(refused)) target.giveUp("The service did not refuse an invalid email");
        target.saw(refused, [...allCodes(fieldsOf(refused) ?? {})]);
      }
    },
  },
  ofAnswer(
    "error.codes",
    takenEmail,
    (_target, taken) => [...new Set(allCodes(fieldsOf(taken) ?? {}))],
    { parts: ["not-unique"], dependsOn: ["error.envelope#fields-409"] },
  ),
  {
    rule: "error.codes",
    parts: ["others"],
    dependsOn: ["error.envelope#fields-422"],
    async run(target) {
      const fields = { favouriteColour: "green", referredByReferralCodeId: "n0Such00" };
      const refused = await create(target, fields);
      if (isGranted(refused)) target.giveUp("The service did not refuse unknown names");
      const codes = allCodes(fieldsOf(refused) ?? {});
      target.saw(refused, { areKnown: codes.every((code) => knownCodes.has(code)) });
    },
  },
  ofAnswer(
    "error.all-fields",
    (target) => create(target, { email: "no-address", firstName: 7 }),
    outcome,
    { parts: ["several"] },
  ),
  {
    rule: "error.all-fields",
    parts: ["limit"],
    async run(target) {
      const unknown = Array.from({ length: fieldErrorsMax + 1 }, (_, at) => [`unknown${at}`, at]);
      const fields = { email: "no-address", ...Object.fromEntries(unknown) };
      const refused = await create(target, fields);
      target.saw(refused, { errors: allCodes(fieldsOf(refused) ?? {}).length });
    },
  },
];

const fieldErrorsMax = 1_000;

const knownCodes: ReadonlySet<string> = new Set([
  "INVALID",
  "INCORRECT_TYPE",
  "NOT_UNIQUE",
  "NOT_FOUND",
  "UNSUPPORTED",
  "REQUIRED",
  "IN_USE",
]);

/** The 409 to a Lead with a taken email. */
async function takenEmail(target: Target): Promise<Answered> {
  const [taken] = await target.once("taken", async () => {
    const { email = null } = recordOf(await newActiveLead(target));
    return [await create(target, { email })];
  });
  return taken?.status === 409 ? taken : target.giveUp("The service never answered 409");
}

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
