import { expect } from "vitest";

import { SandboxError } from "../../../src/index.ts";
import { ids } from "../../support/world.ts";
import type { Call } from "./call.ts";
import { dataOf } from "./call.ts";

/** Calls for provider states, and for recorded traffic as a pact. */
export const pactCalls: readonly Call[] = [
  {
    method: "pact.states",
    operation: "list-provider-states",
    does: "lists the states, each with what it takes and answers",
    async shows({ workspace }) {
      const states = await dataOf(workspace.pact.states());
      const found = states.find(({ name }) => name === "the API key is unknown");
      expect(found).toMatchObject({
        params: { type: "object" },
        values: { apiKey: "the key to send" },
      });
    },
  },
  {
    method: "pact.setUp",
    operation: "change-provider-state",
    does: "brings a state about and answers its values, or refuses with the nearest names",
    async shows({ workspace, api }) {
      const values = await workspace.pact.setUp("an active lead exists", { leadId: "StateLd1" });
      expect(values).toMatchObject({ leadId: "StateLd1", firmId: ids.partnerFirm });
      expect((await api("GET", "/v1/leads/StateLd1")).status).toBe(200);
      const refused = workspace.pact.setUp("an active laed exists");
      await expect(refused).rejects.toThrow(SandboxError);
      await expect(refused).rejects.toThrow("an active lead exists");
    },
  },
  {
    method: "pact.tearDown",
    operation: "change-provider-state",
    does: "takes the workspace back to its fixture",
    async shows({ workspace, api }) {
      await workspace.pact.setUp("an active lead exists", { leadId: "StateLd1" });
      expect(await workspace.pact.tearDown("an active lead exists")).toEqual({});
      expect((await api("GET", "/v1/leads/StateLd1")).status).toBe(404);
    },
  },
  {
    method: "pact.recorded",
    operation: "get-pact",
    does: "brings the traffic as a pact between those two",
    async shows({ workspace, api }) {
      await api("GET", "/v1/leads");
      const names = { consumer: "portal", provider: "leads" };
      const pact = await workspace.pact.recorded(names);
      expect([pact.consumer.name, pact.provider.name]).toEqual(["portal", "leads"]);
      expect(pact.interactions).toMatchObject([
        { request: { method: "GET", path: "/v1/leads" }, response: { status: 200 } },
      ]);
    },
  },
];
