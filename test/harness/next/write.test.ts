import { describe, expect, it } from "vitest";

import { objectOrEmpty } from "../../../src/base/values/json.ts";
import { changeListText } from "../../../src/harness/next/change-list.ts";
import { parseJsonOrYaml } from "../../../src/harness/next/openapi-document.ts";
import { nextDocument } from "../../../src/harness/next/write/next-document.ts";
import { documentPairs } from "./document-pairs.ts";
import { announced, idsIn, ownDocument, replaced } from "./documents.ts";
import { providerText } from "./provider.ts";

/** The provider's document with the changes of a list. */
function written(list: string) {
  const { document, unwritten } = nextDocument(provider, announced(list, providerText));
  return { text: JSON.stringify(document), unwritten: unwritten.map(({ id }) => id) };
}

const provider = objectOrEmpty(parseJsonOrYaml(providerText, "present.yaml"));

describe("a list written into the present document", () => {
  it.each(documentPairs)("is a document that announces the same: %s", (id, pattern, by) => {
    const list = changeListText(announced(replaced(providerText, pattern, by), providerText));
    const { text, unwritten } = written(list);
    expect({ ids: idsIn(text, providerText), unwritten }).toEqual({ ids: [id], unwritten: [] });
  });
});

const ownList = `
- operation-removed:"DELETE /leads/{leadId}"
- moved:"GET /leads/{leadId}"→"GET /people/{personId}"
- method:"/plans/{id}":PATCH→PUT
- base-path:/v1→/v2
- auth:header.X-API-Key→header.Authorization
- parameter-required:header.X-Request-Source@post-leads-for-firm
- parameter-removed:query.offset
- parameter-renamed:query.limit→pageSize
- field-required:Lead.referralCode
- field-removed:answer.Lead.deletedAt
- field-renamed:Lead.phone→phoneNumber
- field-restructured:FieldError.fields→errors
- { id: "field-added:answer.Lead.preferredLanguage", schema: { type: string }, example: en }
- { id: "field-values:request.Lead.email", schema: { type: string, maxLength: 60 } }
- type:answer.PageMeta.total:integer→string
- format:answer.Lead.createdAt:date-time→milliseconds
- absent-not-null:Lead.convertedAt
- value-renamed:Plan.type:Buying→Purchase
- value-added:Lead.resourceType=Team
- status:201→200
- status-added:451@post-leads-for-firm
- answer-type:4xx:application/json→application/problem+json
- header-added:RateLimit-Remaining
- { id: "deprecated:get-leads-for-firm", sunset: 2026-09-01 }
- maybe-null:answer.Lead.email
- operation-added:"GET /people"
`;

describe("a list for the sandbox's own document", () => {
  it("is written completely, and the document announces each line", () => {
    const list = announced(ownList);
    const { document, unwritten } = nextDocument(ownDocument, list);
    expect(unwritten.map(({ id }) => id)).toEqual([]);
    // An operation that is removed leaves a change of all operations only the others.
    const read = idsIn(JSON.stringify(document)).map((id) =>
      id.replace(/^(header-added:[^@]*)@.*$/, "$1"),
    );
    expect(list.changes.map(({ id }) => id).filter((id) => !read.includes(id))).toEqual([]);
  });
});

describe("a line that the present document has no place for", () => {
  it.each([
    "value-added:Lead.email=x",
    "base-path:/v1→/v2@delete-lead",
    "value-renamed:Lead.email:a→b",
  ])("is left over: %s", (line) => {
    expect(written(`- ${line}\n`).unwritten).toEqual([line]);
  });
});
