import { expect } from "vitest";

import { ids } from "../../../support/world.ts";
import type { Row } from "./row.ts";
import { rejected } from "./row.ts";

const state = "an active lead exists";

/** Provider states, and recorded traffic as a pact. */
export const contracts: readonly Row[] = [
  {
    call: "GET W/pact/states",
    method: "pact.states",
    promise: "the provider states: name, parameters, what it returns",
    async keeps({ workspace }) {
      const { data } = await workspace.pact.states();
      for (const shown of data) {
        expect(Object.keys(shown).toSorted()).toEqual(["description", "name", "params", "values"]);
        expect(shown.params).toMatchObject({ type: "object" });
      }
      const named = [
        state,
        "a lead has converted",
        "the API key has used its quota",
        "a lead with this email exists for the firm",
        "the API key belongs to the other environment",
      ];
      expect(data.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
    },
  },
  {
    call: "POST W/pact/states",
    method: "pact.setUp",
    promise: "sets it up; returns the values (ids, key) as top-level JSON; 404 for an unknown one",
    async keeps({ workspace, api, keys }) {
      const params = { leadId: "NewLead1", email: "state@example.com" };
      const values = { ...params, firmId: ids.partnerFirm, apiKey: keys.partner };
      expect(await workspace.pact.setUp(state, params)).toEqual(values);
      const lead = await api("GET", "/v1/leads/NewLead1");
      expect(lead.json).toMatchObject({ data: { email: params.email } });
      await rejected(404, workspace.pact.setUp("an active laed exists"), /"an active lead exists"/);
    },
  },
  {
    call: "POST W/pact/states",
    method: "pact.tearDown",
    promise: "action teardown restores the world",
    async keeps({ workspace }) {
      const before = await workspace.state.get();
      await workspace.pact.setUp(state);
      expect(await workspace.state.get()).not.toEqual(before);
      expect(await workspace.pact.tearDown(state)).toEqual({});
      expect(await workspace.state.get()).toEqual(before);
    },
  },
  {
    call: "GET W/pact",
    method: "pact.recorded",
    promise: "?consumer=&provider=: the recorded traffic as a Pact V4 file, with rules and states",
    async keeps({ workspace, api, keys }) {
      await api("GET", `/v1/leads/${ids.activeLead}`);
      const pact = await workspace.pact.recorded({ consumer: "me", provider: "them" });
      expect(pact).toMatchObject({
        consumer: { name: "me" },
        provider: { name: "them" },
        metadata: { pactSpecification: { version: "4.0" } },
        interactions: [
          {
            type: "Synchronous/HTTP",
            providerStates: expect.arrayContaining([expect.objectContaining({ name: state })]),
            request: { method: "GET" },
            response: { status: 200, matchingRules: { body: expect.anything() } },
          },
        ],
      });
      expect(JSON.stringify(pact)).not.toContain(keys.partner);
    },
  },
  {
    call: "GET W/pact",
    promise: "?requestId=: that request of the journal alone",
    async keeps({ workspace, api }) {
      await api("GET", "/v1/leads");
      const one = await api("GET", `/v1/leads/${ids.activeLead}`);
      const requestId = one.headers.get("x-sandbox-request-id") ?? "";
      const { interactions } = await workspace.pact.recorded({ requestId });
      expect(interactions).toMatchObject([
        { request: { method: "GET", path: expect.stringContaining("/leads/") } },
      ]);
      await rejected(404, workspace.pact.recorded({ requestId: "req_none" }), /req_none/);
    },
  },
];
