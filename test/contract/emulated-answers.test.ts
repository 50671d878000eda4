import { beforeAll, describe, expect, it } from "vitest";

import type { JsonObject } from "../../src/base/values/json.ts";
import type { ApiOperation } from "../../src/server/api/routes/call.ts";
import { operations as served } from "../conformance/cases.ts";
import { rulesOf } from "../support/reply.ts";
import {
  answerOf,
  bodySchemaOf,
  judge,
  operationsOf,
  servedDocuments,
  valueAt,
} from "./documents.ts";
import type { Documented } from "./documents.ts";
import { goldensOf } from "./examples.ts";
import type { Run } from "./run.ts";
import { run } from "./run.ts";

let document: JsonObject;
let faultOf: ReturnType<typeof judge>;

beforeAll(async () => {
  ({ emulated: document } = await servedDocuments());
  faultOf = judge(document);
});

/** The documented operations, without those that no key may call. */
const operations = served.filter(({ permission }) => permission !== null);

describe.each(operations.map((operation) => ({ id: operation.id, operation })))(
  "the document of $id",
  ({ operation }) => {
    it("matches the status and shape of every golden body (7)", () => {
      const faults = Object.entries(goldensOf(operation.id)).map(([error, { status, body }]) =>
        faultIn(operation, status, body) === null ? null : error,
      );
      expect(faults.filter((fault) => fault !== null)).toEqual([]);
    });

    it("matches the status and shape of every answer of a run (2.5, 7)", async () => {
      const { answers } = await asked(operation);
      const faults = answers.flatMap(({ name, reply }) => {
        const fault = faultIn(operation, reply.status, reply.text === "" ? undefined : reply.json);
        return fault === null ? [] : [`${name}: ${reply.status} ${reply.text} ${fault}`];
      });
      expect(faults).toEqual([]);
    });

    it("documents exactly the statuses that the run covers, 5XX, and 408 where it takes a body", async () => {
      const { covered } = await asked(operation);
      const documented = Object.keys(responsesOf(operation));
      const extra = operation.does === "run" ? ["202", "5XX", "default"] : ["5XX"];
      const slow = operation.body === undefined ? [] : ["408"];
      const wanted = [...new Set([...covered.map(String), ...extra, ...slow])].filter(
        (status) => status !== "202",
      );
      expect(documented.toSorted()).toEqual(wanted.toSorted());
    });

    it("lists the rules that each refusal cites", async () => {
      const { answers } = await asked(operation);
      // A rule that a success cites, too, is not the reason of a refusal.
      const successes = answers.filter(({ reply }) => reply.status < 400);
      const passed = successes.flatMap(({ reply }) => rulesOf(reply));
      const missing = answers
        .filter(({ reply }) => reply.status >= 400)
        .flatMap(({ name, reply }) => {
          const known = new Set([
            ...passed,
            ...rulesOfForm,
            ...rulesNamed(operation, reply.status),
          ]);
          const unnamed = rulesOf(reply).filter((rule) => !known.has(rule));
          return unnamed.map((rule) => `${name}: ${rule}`);
        });
      expect(missing).toEqual([]);
    });
  },
);

function rulesNamed(operation: ApiOperation, status: number): readonly unknown[] {
  const answer = answerOf(document, documentedOf(operation), status) ?? {};
  const rules = answer["x-rules"];
  return Array.isArray(rules) ? rules : [];
}

/** Rules about routing and the format of a refusal, which apply to every reason. */
const rulesOfForm = new Set([
  "env.surface",
  "error.envelope",
  "error.messages",
  "error.all-fields",
  "client-data.nested-field-name",
]);

const runs = new Map<string, Promise<Run>>();

function asked(operation: ApiOperation): Promise<Run> {
  const made = runs.get(operation.id) ?? run(operation);
  runs.set(operation.id, made);
  return made;
}

function documentedOf({ id }: ApiOperation): Documented {
  const found = operationsOf(document).find((one) => one.id === id);
  if (found === undefined) throw new Error(`The document has no operation ${id}.`);
  return found;
}

function responsesOf(operation: ApiOperation): object {
  return Object(valueAt(documentedOf(operation).description, ["responses"]));
}

/** The mismatch between an answer and the document, or null; an undefined body means no body. */
function faultIn(operation: ApiOperation, status: number, body: unknown): string | null {
  const answer =
    answerOf(document, documentedOf(operation), status) ??
    answerOf(document, documentedOf(operation), "default");
  if (answer === undefined) return "no such status in the document";
  if (body === undefined) return "content" in answer ? "a body is missing" : null;
  return faultOf(bodySchemaOf(answer), body);
}
