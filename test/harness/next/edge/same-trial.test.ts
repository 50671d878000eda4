import { describe, expect, it } from "vitest";

import { changeListText } from "../../../../src/harness/next/change-list.ts";
import { isCarriedOut, newEdge } from "../../../../src/harness/next/edge/edge.ts";
import type { NextInterface } from "../../../../src/harness/next/next-interface.ts";
import { documentPairs } from "../document-pairs.ts";
import { announced, replaced } from "../documents.ts";
import { providerText } from "../provider.ts";
import { answer, lead, leadCreate, list, post, refused, single } from "./calls.ts";

const refusal = { message: "m", fields: { email: [{ code: "INVALID", message: "no" }] } };
const headers = new Map([
  ["content-type", "application/json"],
  ["x-ratelimit-limit", "60"],
]);
const meta = { total: 2, count: 2 };

/** A day of a client: each call with its answer. */
const calls = [
  [post(), answer(201, { data: lead })],
  [post({ ...leadCreate, resourceType: "FirmMember" }), answer(422, refusal)],
  [post({ ...leadCreate, email: `${"n".repeat(60)}@example.com` }), answer(422, refusal)],
  [post({}), answer(422, refusal)],
  [list("limit=100&offset=20"), { ...answer(200, { data: [lead, lead], meta }), headers }],
  [list(), answer(200, { data: [{ ...lead, resourceType: "FirmMember" }], meta })],
  [single("patch-Lead", "PATCH", { firstName: "Nora" }), answer(200, { data: lead })],
  [single("delete-lead", "DELETE"), answer(204, null)],
] as const;

describe("a change of a document and the same id in a list", () => {
  it.each(documentPairs)("have the same trial: %s", (id, pattern, by) => {
    const document = announced(replaced(providerText, pattern, by), providerText);
    const line = announced(changeListText(document), providerText);
    expect(trial(line)).toEqual(trial(document));
    const shows = trial(document).some(({ met }) => met.length > 0);
    expect(shows).toBe(document.changes.every(isCarriedOut));
    expect(document.changes.map((change) => change.id)).toEqual([id]);
  });
});

function trial(next: NextInterface) {
  const edge = newEdge(next, next.changes, refused);
  return calls.map(([sent, given]) => {
    const decision = edge.request(sent);
    const changed = edge.answer(sent, given);
    return { decision, changed, met: [...decision.met, ...changed.met] };
  });
}
