/** The lists of the resources other than Leads, by the fields that each has of its own (4.3; rule resource.generic). */
import { describe, it } from "vitest";

import { column } from "../support/reply.ts";
import type { Reply } from "../support/reply.ts";
import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { operationOf, permittedKey, sendTo } from "./cases.ts";

const { partnerFirm, partnerMember, partnerOwner, partnerCode, clientProfile } = ids;

/** An order and a filter of each list, with what they show of the fixture. */
const lists = [
  {
    id: "get-firms",
    order: '[["name","ASC"]]',
    ordered: [partnerFirm],
    filter: '{"firmType":"Realty"}',
    found: [],
  },
  {
    id: "get-firmMembers",
    order: '[["firstName","DESC"]]',
    ordered: ["HPowner2", partnerOwner, partnerMember],
    filter: '{"isOwner":false}',
    found: [partnerMember],
  },
  {
    id: "get-firmMembers-for-firm",
    order: '[["email","ASC"]]',
    ordered: [partnerMember, partnerOwner, "HPowner2"],
    filter: '{"lastName":"Quist"}',
    found: ["HPowner2"],
  },
  {
    id: "get-referralCodes",
    order: '[["id","ASC"]]',
    ordered: [partnerCode, "HPcode02"],
    filter: '{"id":{"$ne":"HPcode02"}}',
    found: [partnerCode],
  },
  {
    id: "get-referralCodes-for-firm",
    order: '[["createdAt","ASC"],["id","ASC"]]',
    ordered: [partnerCode, "HPcode02"],
    filter: JSON.stringify({ firmId: ids.realtyFirm }),
    found: [],
  },
  {
    id: "get-plans",
    order: '[["amount","DESC"],["status","ASC"]]',
    ordered: [ids.plan],
    filter: '{"type":"Refinancing"}',
    found: [],
  },
  {
    id: "get-clientProfiles",
    order: '[["lastName","ASC"]]',
    ordered: [clientProfile],
    filter: '{"email":"dario.converted@example.com"}',
    found: [],
  },
] as const;

describe.each(lists)("$id", ({ id, order, ordered, filter, found }) => {
  it(`200 with order=${order}, without the records of another Firm (4.3)`, async () => {
    const reply = await read(id, { order });
    expect(reply).toAnswer(200);
    expect(column(reply, "id")).toEqual(ordered);
  });

  it(`200 with filter=${filter} (4.3)`, async () => {
    const reply = await read(id, { filter });
    expect(reply).toAnswer(200);
    expect(column(reply, "id")).toEqual(found);
  });
});

async function read(id: string, query: Readonly<Record<string, string>>): Promise<Reply> {
  const operation = operationOf(id);
  const world = await newWorld();
  return sendTo(world, operation, { key: await permittedKey(world, operation), query });
}
