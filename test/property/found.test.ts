import { describe, expect, it } from "vitest";

import { at } from "../support/reply.ts";
import { ids, newWorld } from "../support/world.ts";

/** An object with a `length` that cannot be compared with a number. */
const oddLength = { length: { toString: null } };

describe("counterexamples that properties found", () => {
  it("answer 422 INCORRECT_TYPE for an email that is an object with such a length (7)", async () => {
    const world = await newWorld();
    const reply = await world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, {
      body: { email: oddLength, firstName: oddLength, lastName: "Lind" },
    });
    expect(reply.status).toBe(422);
    expect(at(reply, "fields.email.0.code")).toBe("INCORRECT_TYPE");
    expect(at(reply, "fields.firstName.0.code")).toBe("INCORRECT_TYPE");
  });

  it("answer 422 for a private Plan whose type is such an object", async () => {
    const world = await newWorld();
    const path = `/client-profiles/${ids.clientProfile}/plans`;
    const reply = await world.control("POST", path, { type: oddLength });
    expect(reply.status).toBe(422);
  });
});
