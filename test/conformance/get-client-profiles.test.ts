import { describe, it } from "vitest";

import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { describeGenericList } from "./generic-reads.ts";

describeGenericList({
  id: "get-clientProfiles",
  clause: "2.4, 4.2, 5.2",
  own: [ids.clientProfile],
  filter: ["email", "dario.converted@example.com", []],
  ordered: ['[["lastName","ASC"]]', [ids.clientProfile]],
});

describe("GET /clientProfiles with a key with default permissions", () => {
  it("403, as such a key reads profiles only by include on a Plan (5.7)", async () => {
    const world = await newWorld();
    const reply = await world.api("GET", "/v1/clientProfiles");
    expect(reply).toRefuse(403, "auth.permissions");
  });
});
