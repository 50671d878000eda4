/** Calls of one moment are sorted into the only order that can have given their answers. */
import { describe, expect, it } from "vitest";

import { inCausalOrder } from "../../../../src/harness/check-har/read/causal-order.ts";
import type { RecordedCall } from "../../../../src/harness/traffic/call.ts";
import { lists, moment, nine, recorded, shows, wireLead } from "../made-up.ts";

const create = (given = {}) =>
  recorded("POST /firms/{firmId}/leads", {
    status: 201,
    json: shows(),
    operation: "create",
    ...given,
  });
const read = (given = {}) =>
  recorded("GET /leads/{leadId}", { json: shows(), operation: "read", ...given });
const list = (given = {}) =>
  recorded("GET /leads", { json: lists(wireLead()), operation: "list", ...given });
const remove = (given = {}) =>
  recorded("DELETE /leads/{leadId}", { status: 204, operation: "delete", ...given });
const gone = { json: shows({ deletedAt: moment(0) }), operation: "gone" };
const until = (seconds: number) => ({ answeredAtMs: nine + seconds * 1_000 });

describe("the order of calls", () => {
  it.each<readonly [string, readonly RecordedCall[], string]>([
    ["is that of their times", [read({ seconds: 2 }), list({ seconds: 1 })], "list read"],
    ["has a create before the reads of its moment", [read(), list(), create()], "create read list"],
    ["leaves a create that comes first", [create(), read()], "create read"],
    [
      "has a create before a read that it overlaps",
      [read(until(9)), create({ seconds: 1 })],
      "create read",
    ],
    [
      "has a create before a read that ended as it began",
      [read(until(1)), create({ seconds: 1 })],
      "create read",
    ],
    [
      "keeps a read that ended before the create",
      [read(until(0.9)), create({ seconds: 1 })],
      "read create",
    ],
    [
      "keeps the reads of other Leads",
      [read({ json: shows({ id: "L2" }) }), create()],
      "read create",
    ],
    ["keeps refused creates", [read(), create({ status: 409 })], "read create"],
    ["keeps refused reads", [read({ status: 404 }), create()], "read create"],
    ["has a delete after reads that show the Lead", [remove(), read(), list()], "read list delete"],
    ["keeps a delete before reads that show it deleted", [remove(), read(gone)], "delete gone"],
    [
      "has a delete after a read that began within it",
      [remove(until(9)), read({ seconds: 1 })],
      "read delete",
    ],
    [
      "keeps a delete that ended before the read",
      [remove(until(0.9)), read({ seconds: 1 })],
      "delete read",
    ],
    ["keeps a refused delete", [remove({ status: 404 }), read()], "delete read"],
    ["keeps a delete that comes last", [read(), remove()], "read delete"],
    [
      "is that of the file where the file is in order",
      [read({ isInOrder: true }), create({ isInOrder: true })],
      "read create",
    ],
  ])("%s", (_name, calls, expected) => {
    expect(
      inCausalOrder(calls)
        .map(({ operation }) => operation)
        .join(" "),
    ).toBe(expected);
  });
});
