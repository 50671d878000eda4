import { describe, expect, it } from "vitest";

import { at } from "../support/reply.ts";
import { ids, newWorld } from "../support/world.ts";

/** An object that passes for something with a length and cannot be compared with a number. */
const oddLength = { length: { toString: null } };

describe("what a property once found", () => {
  it("422 INCORRECT_TYPE for an email that is an object with an odd length (7)", async () => {
    const world = await newWorld();
    const reply = await world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, {
      body: { email: oddLength, firstName: oddLength, lastName: "Lind" },
    });
    expect(reply.status).toBe(422);
    expect(at(reply, "fields.email.0.code")).toBe("INCORRECT_TYPE");
    expect(at(reply, "fields.firstName.0.code")).toBe("INCORRECT_TYPE");
  });

  it("422 for the type of a private Plan that is such an object", async () => {
    const world = await newWorld();
    const path = `/client-profiles/${ids.clientProfile}/plans`;
    const reply = await world.control("POST", path, { type: oddLength });
    expect(reply.status).toBe(422);
  });
});
