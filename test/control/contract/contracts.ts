import { expect } from "vitest";

import { at, column, text } from "../../support/reply.ts";
import { ids } from "../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, list, namesAt, record, refused } from "./row.ts";

/** Provider states, and recorded traffic as a pact. */
export const contracts: readonly Row[] = [
  {
    call: "GET W/pact/states",
    promise: "the provider states: name, parameters, what it returns",
    async keeps(world) {
      const reply = answered(200, await world.control("GET", "/pact/states"));
      for (const [index] of list(reply).entries()) {
        const names = ["description", "name", "params", "values"];
        expect(namesAt(reply, `data.${index}`)).toEqual(names);
        expect(record(reply, `data.${index}.params`)).toMatchObject({ type: "object" });
      }
      const named = [
        "an active lead exists",
        "a lead has converted",
        "the API key has used its quota",
        "a lead with this email exists for the firm",
        "the API key belongs to the other environment",
      ];
      expect(column(reply, "name")).toEqual(expect.arrayContaining(named));
    },
  },
  {
    call: "POST W/pact/states",
    promise: "sets it up; returns the values (ids, key) as top-level JSON",
    async keeps(world) {
      const params = { leadId: "NewLead1", email: "state@example.com" };
      const body = { state: "an active lead exists", params, action: "setup", consumer: "portal" };
      const reply = answered(200, await world.control("POST", "/pact/states", body));
      const { leadId, email } = params;
      const values = { leadId, email, firmId: ids.partnerFirm, apiKey: world.keys.partner };
      expect(reply.json).toEqual(values);
      const lead = answered(200, await world.api("GET", "/v1/leads/NewLead1"));
      expect(text(lead, "data.email")).toBe(email);
    },
  },
  {
    call: "POST W/pact/states",
    promise: "action teardown restores the world",
    async keeps(world) {
      await world.control("POST", "/reset", {});
      const before = await world.control("GET", "/state");
      const state = "an active lead exists";
      await world.control("POST", "/pact/states", { state });
      expect((await world.control("GET", "/state")).text).not.toBe(before.text);
      const reply = await world.control("POST", "/pact/states", { state, action: "teardown" });
      expect(answered(200, reply).json).toEqual({});
      expect((await world.control("GET", "/state")).text).toBe(before.text);
    },
  },
  {
    call: "POST W/pact/states",
    promise: "an unknown state is 404 with the nearest names",
    async keeps(world) {
      const body = { state: "an active lead exits", action: "setup" };
      const reply = refused(404, await world.control("POST", "/pact/states", body));
      expect(text(reply, "hint")).toContain('"an active lead exists"');
    },
  },
  {
    call: "GET W/pact",
    promise: "?consumer=&provider=: the recorded traffic as a Pact V4 file",
    async keeps(world) {
      await world.api("GET", `/v1/leads/${ids.activeLead}`);
      const reply = answered(200, await world.control("GET", "/pact?consumer=me&provider=them"));
      expect(reply.json).toMatchObject({
        consumer: { name: "me" },
        provider: { name: "them" },
        metadata: { pactSpecification: { version: "4.0" } },
        interactions: [{ type: "Synchronous/HTTP", request: { method: "GET" } }],
      });
      expect(reply.text).not.toContain(world.keys.partner);
    },
  },
  {
    call: "GET W/pact",
    promise: "?requestId=: that request of the journal alone",
    async keeps(world) {
      await world.api("GET", "/v1/leads");
      const one = await world.api("GET", `/v1/leads/${ids.activeLead}`);
      const id = one.headers.get("x-sandbox-request-id");
      const reply = answered(200, await world.control("GET", `/pact?requestId=${id}`));
      expect(at(reply, "interactions")).toMatchObject([
        { request: { method: "GET", path: expect.stringContaining("/leads/") } },
      ]);
      refused(404, await world.control("GET", "/pact?requestId=req_none"), /req_none/);
    },
  },
  {
    call: "GET W/pact",
    promise:
      "with matching rules from the schemas and provider states from what each request needed",
    async keeps(world) {
      await world.api("GET", `/v1/leads/${ids.activeLead}`);
      const reply = answered(200, await world.control("GET", "/pact"));
      const states = Object(at(reply, "interactions.0.providerStates"));
      expect(states.map(({ name }: { name: string }) => name)).toContain("an active lead exists");
      expect(namesAt(reply, "interactions.0.response.matchingRules")).toContain("body");
    },
  },
];
