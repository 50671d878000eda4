/** Golden cases for the bodies that write resources other than Leads (interface 4.2, 7; rules resource.write.*). */
import type { RuleId } from "../../src/domain/rules/catalogue.ts";
import type { ApiOperation } from "../../src/server/api/routes/call.ts";
import { ids } from "../support/world.ts";
import { bodyOf, permittedKey, sendTo, writesResource } from "./cases.ts";
import type { GoldenCase } from "./golden-cases.ts";

const writes = (operation: ApiOperation): boolean =>
  writesResource(operation) && operation.body !== undefined;

/** Every field of these resources, each with an invalid value. */
const everyFieldWrong = {
  name: " ",
  firmType: "",
  email: "nobody",
  firstName: "",
  lastName: "A\u0007",
  phone: { number: "", country: "CA" },
  clientData: { dateOfBirth: "2026-02-30", Incomes: [{ startedOn: "yesterday" }] },
  type: "Borrowing",
  status: "Lost",
  amount: -1,
  firmId: ids.realtyFirm,
  clientProfileId: ids.foreignClient,
  leadId: ids.foreignLead,
  colour: "red",
};

const everyTypeWrong = {
  name: 7,
  firmType: null,
  email: {},
  firstName: 7,
  lastName: [],
  phone: 7,
  clientData: "none",
  isOwner: "yes",
  type: 7,
  status: 7,
  amount: "much",
  firmId: 7,
  clientProfileId: null,
  leadId: 7,
  colour: 7,
};

const readOnly = { id: "mine", createdAt: null, updatedAt: null, deletedAt: null };

export const writeErrors: readonly GoldenCase[] = [
  sending("422 every field wrong", writes, everyFieldWrong),
  sending("422 every type wrong", writes, everyTypeWrong),
  {
    ...sending("422 nothing sent", requiresFields, {}),
    async send(world, operation) {
      const key = await permittedKey(world, operation);
      return sendTo(world, operation, { key, body: {} });
    },
  },
  sending("422 email too long", refusesBy("lead.email.length"), {
    email: `${"n".repeat(250)}@example.com`,
  }),
  sending("422 no Plan", refusesBy("client-data.plans.empty"), { clientData: { Plans: [] } }),
  {
    error: "422 numbers that change",
    by: mayRefuseBy("client-data.numbers"),
    async send(world, operation) {
      const key = await permittedKey(world, operation);
      const body = JSON.stringify({ ...bodyOf(operation), clientData: { n: 0 } });
      const rawBody = body.replace('"n":0', '"large":1e400,"exact":9007199254740993');
      return sendTo(world, operation, { key, rawBody });
    },
  },
  {
    ...sending("422 read-only fields (assumed)", writes, readOnly),
    assumptions: { "resource.write.other-fields": "unsupported" },
  },
  sending("409 email of another client", refusesBy("resource.write.unique"), {
    email: "dario.converted@example.com",
  }),
  sending("409 Plan cannot move back", refusesBy("plan.transitions"), { status: "New" }),
];

/** Whether the operation documents that it refuses by `rule`. */
function mayRefuseBy(rule: RuleId): GoldenCase["by"] {
  return ({ refusals }) => Object.values(refusals).some((rules) => rules.includes(rule));
}

/** The same for operations of resources other than Leads. */
function refusesBy(rule: RuleId): GoldenCase["by"] {
  const may = mayRefuseBy(rule);
  return (operation) => writesResource(operation) && may(operation);
}

function requiresFields(operation: ApiOperation): boolean {
  return (
    writes(operation) &&
    operation.method === "POST" &&
    Object.keys(bodyOf(operation) ?? {}).length > 0
  );
}

/** A permitted request whose body has these fields over valid ones. */
function sending(
  error: string,
  by: GoldenCase["by"],
  fields: Readonly<Record<string, unknown>>,
): GoldenCase {
  return {
    error,
    by,
    async send(world, operation) {
      const key = await permittedKey(world, operation);
      return sendTo(world, operation, { key, body: { ...bodyOf(operation), ...fields } });
    },
  };
}
