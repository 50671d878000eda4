import { describe, expect, it } from "vitest";
import * as z from "zod";

import { checkedAnswer } from "../../../../src/server/control/calls/checked-answer.ts";
import { withQuery } from "../../../../src/server/control/calls/operation.ts";
import { NoQuery, pageOf } from "../../../../src/server/control/calls/shapes.ts";

const listed = withQuery({
  id: "list-things",
  summary: "A call of this test",
  level: "workspace",
  method: "GET",
  path: "/things",
  query: NoQuery,
  answer: pageOf(z.strictObject({ id: z.string() })),
  run: () => ({ status: 200, json: {} }),
});

function page(data: readonly unknown[]) {
  const meta = { total: data.length, count: data.length, offset: 0, limit: 100 };
  return { status: 200, json: { data, meta } } as const;
}

describe("an answer of the control API", () => {
  it("is sent unchanged when it matches its schema", () => {
    const answer = page([{ id: "1" }]);
    expect(checkedAnswer(listed, answer)).toBe(answer);
  });

  it("is replaced by an internal error with the call and the field when it does not match", () => {
    expect(() => checkedAnswer(listed, page([{ id: "1" }, { id: 2 }]))).toThrow(
      /^list-things: response does not match its schema at data\.1\.id: /,
    );
  });

  it("is not checked when it has a list of more than 100 items, to save time", () => {
    const answer = page(Array.from({ length: 101 }, () => null));
    expect(checkedAnswer(listed, answer)).toBe(answer);
  });
});
