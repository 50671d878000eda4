import { describe, expect, it } from "vitest";

import { changedNumbers } from "../../../src/base/values/changed-numbers.ts";
import { postLead } from "../../support/post-lead.ts";
import type { Reply } from "../../support/reply.ts";
import { assumedRulesOf, at, rulesOf } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { newWorld } from "../../support/world.ts";
import { expectRefused, expectStatus } from "./expected-status.ts";

const person = '"email":"pia@example.com","firstName":"Pia","lastName":"Person"';

function post(world: World, clientData: string): Promise<Reply> {
  return postLead(world, {}, { rawBody: `{${person},"clientData":${clientData}}` });
}

const changed = ["1e400", "-1e400", "9007199254740993", "-90071992547409930", "9007199254740993.0"];

describe("a number in clientData", () => {
  it.each(changed)("client-data.numbers: 422 INVALID that names %s (2.2)", async (number) => {
    const reply = await post(await newWorld(), `{"n":${number}}`);
    expectRefused(reply, "clientData.n", "INVALID");
    expect(at(reply, "fields")).toMatchObject({
      "clientData.n": [{ message: expect.stringContaining(number) }],
    });
    expect(assumedRulesOf(reply)).toContain("client-data.numbers");
  });

  it("client-data.numbers: 422 on each place, also where a number is expected (2.2)", async () => {
    const odd = '{"Assets":[{"value":1e400}],"deep":{"list":[1,9007199254740993]}}';
    const reply = await post(await newWorld(), odd);
    expectStatus(reply, 422);
    expect(at(reply, "fields")).toMatchObject({
      "clientData.Assets.0.value": [{ code: "INVALID" }],
      "clientData.deep.list.1": [{ code: "INVALID" }],
    });
  });

  it("client-data.numbers: 422 in a PATCH, too (2.2)", async () => {
    const world = await newWorld();
    const { data } = JSON.parse((await post(world, "{}")).text);
    const rawBody = '{"clientData":{"n":1e400}}';
    const patched = await world.api("PATCH", `/v1/leads/${data.id}`, { rawBody });
    expectRefused(patched, "clientData.n", "INVALID");
    expect(assumedRulesOf(patched)).toContain("client-data.numbers");
  });

  it.each(["0.1", "1e22", "1e23", "9007199254740994", "123456789.12345678901", "1e-400", "1.5e1"])(
    "uncited client-data.numbers: 201 for %s, and for texts that look like such numbers (2.2)",
    async (number) => {
      const reply = await post(await newWorld(), `{"n":${number},"s":"1e400 9007199254740993"}`);
      expectStatus(reply, 201);
      expect(at(reply, "data.clientData.n")).toBe(Number(number));
      expect(rulesOf(reply)).not.toContain("client-data.numbers");
    },
  );

  it("client-data.numbers [rounded]: 201 with null and the nearest double (2.2)", async () => {
    const world = await newWorld({ assumptions: { "client-data.numbers": "rounded" } });
    const reply = await post(world, '{"n":1e400,"m":9007199254740993}');
    expectStatus(reply, 201);
    expect(reply.text).toContain('"n":null,"m":9007199254740992');
    expect(assumedRulesOf(reply)).toContain("client-data.numbers");
  });

  it("is refused by the control API, which would explain another number", async () => {
    const world = await newWorld();
    const rawBody = '{"method":"POST","path":"/v1/leads","body":{"n":9007199254740993}}';
    const path = `/_sandbox/workspaces/${world.id}/explain`;
    const { status, json } = await world.api("POST", path, { rawBody });
    expect({ status, json }).toMatchObject({ status: 422, json: { fields: { "body.n": [{}] } } });
  });
});

describe("changedNumbers", () => {
  it("finds the last of two members with one name, as the parser does", () => {
    expect(changedNumbers('{"a":1e400,"a":1}')).toEqual([]);
    expect(changedNumbers('{"a":1,"a":1e400}')).toEqual([{ path: ["a"], source: "1e400" }]);
  });
});
