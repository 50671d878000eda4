/** Probes of uniqueness: whether a second Lead can have the email of a first one. */
import type { Json } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { fieldsOf, isGranted, outcome } from "../target/evidence.ts";
import {
  newActiveLead,
  archivedLead,
  create,
  lead,
  pathOf,
  person,
  textIn,
} from "../target/prepared-leads.ts";
import type { Answered, Target } from "../target/target.ts";
import { recordOf } from "../target/target.ts";
import { ofAnswer } from "./of-answer.ts";
import type { Probe } from "./probe.ts";

export const uniqueProbes: readonly Probe[] = [
  {
    rule: "lead.unique",
    parts: ["fields"],
    async run(target) {
      const [, second] = await twice(target);
      target.saw(second, outcome(target, second));
    },
  },
  ofAnswer("lead.unique", refusal, (_target, refused) => ({ message: messageIn(refused.json) }), {
    parts: ["message"],
    standing: "reference",
  }),
  {
    rule: "lead.unique",
    parts: ["field-messages"],
    async run(target) {
      const refused = await refusal(target);
      const problems = Object.values(fieldsOf(refused) ?? {}).flat();
      const messages = new Set(problems.map(messageIn));
      target.saw(refused, { messages: [...messages] }, "reference");
    },
  },
  {
    rule: "lead.unique",
    parts: ["other-parent"],
    needs: ["firmMemberId"],
    async run(target) {
      const path = `/firmMembers/${target.facts.firmMemberId}/leads`;
      const [first] = await twice(target);
      const { email = null } = recordOf(first);
      const made = await target.ask("POST", path, { body: { ...person, email } });
      if (!isGranted(made) && made.status !== 409) {
        target.giveUp("The service did not create a Lead of the FirmMember");
      }
      target.saw(made, { isTaken: made.status === 409 });
    },
  },
  {
    rule: "lead.email.case",
    parts: ["unique"],
    dependsOn: ["lead.unique#fields"],
    async run(target) {
      const email = textIn(recordOf(await withCapitals(target)), "email").toUpperCase();
      const second = await create(target, { email });
      target.saw(second, outcome(target, second));
    },
  },
  ofAnswer(
    "lead.email.case",
    withCapitals,
    (_target, made) => ({ isAsSent: textIn(recordOf(made), "email").includes("Capitals") }),
    { parts: ["returned"] },
  ),
  {
    rule: "lead.unique.deleted",
    parts: ["archived"],
    dependsOn: ["lead.unique#fields"],
    async run(target) {
      const { email = null } = recordOf(await archivedLead(target));
      const second = await create(target, { email });
      target.saw(second, outcome(target, second));
    },
  },
  ofAnswer("lead.patch.unique", takenInPatch, outcome, {
    parts: ["fields"],
    dependsOn: ["lead.unique#fields"],
  }),
  {
    rule: "lead.patch.unique",
    parts: ["message"],
    dependsOn: ["lead.unique#fields"],
    async run(target) {
      const refused = await takenInPatch(target);
      if (refused.status !== 409) target.giveUp("The service accepted a taken email");
      target.saw(refused, { message: messageIn(refused.json) }, "assumed");
    },
  },
];

/** A Lead, and the answer to a second one with its email. */
async function twice(target: Target): Promise<readonly [Answered, Answered]> {
  const [first, second] = await target.once("twice", async () => {
    const email = target.email("twice");
    const made = await lead(target, { email });
    return [made, await create(target, { email, firstName: "Other" })];
  });
  return first === undefined || second === undefined ? target.giveUp("No Lead") : [first, second];
}

async function refusal(target: Target): Promise<Answered> {
  const [, second] = await twice(target);
  return second.status === 409 ? second : target.giveUp("The service accepted a duplicate");
}

async function withCapitals(target: Target): Promise<Answered> {
  const [made] = await target.once("capitals", async () => [
    await lead(target, { email: target.email("Capitals") }),
  ]);
  return made ?? target.giveUp("No Lead");
}

/** The answer to a PATCH with the email of another Lead. */
async function takenInPatch(target: Target): Promise<Answered> {
  const [refused] = await target.once("taken in PATCH", async () => {
    const { email = null } = recordOf(await newActiveLead(target));
    const path = pathOf(await lead(target, { email: target.email("free") }));
    return [await target.ask("PATCH", path, { body: { email } })];
  });
  return refused ?? target.giveUp("No Lead");
}

function messageIn(value: Json): Json {
  return isJsonObject(value) ? (value["message"] ?? null) : null;
}
