import { describe, it } from "vitest";

import { at, text } from "../support/reply.ts";
import { newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { newLead, operationOf, pathOf } from "./cases.ts";

const path = pathOf(operationOf("post-leads-for-firm"));

const sentFields = [
  { what: "names beyond ASCII", sent: { firstName: "Zoë 🏡", lastName: "Nguyễn-O’Hara" } },
  {
    what: "a phone of other characters",
    sent: { phone: { number: "+1 416 555 0199", extension: "007" } },
  },
  {
    what: "further fields of clientData at any depth",
    sent: {
      clientData: {
        notes: "Two\nlines",
        Plans: [{ type: "Renewal", lender: "unknown" }],
        debts: [{ owed: 1e21, to: null }],
        residenceHistory: { years: [2019, 2020] },
      },
    },
  },
];

describe("POST /firms/{firmId}/leads", () => {
  it.each(sentFields)("201 returns and stores $what as sent (2.1, 2.2)", async ({ sent }) => {
    const world = await newWorld();
    const reply = await world.api("POST", path, { body: { ...newLead, ...sent } });
    expect(reply).toAnswer(201);
    expect(at(reply, "data")).toMatchObject(sent);
    const stored = await world.api("GET", `/v1/leads/${text(reply, "data.id")}`);
    expect(stored.text).toBe(reply.text);
  });
});
