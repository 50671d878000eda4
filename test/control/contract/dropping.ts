import { text } from "../../support/reply.ts";
import type { Row } from "./row.ts";
import { answered, refused } from "./row.ts";

/** The removal of workspaces. */
export const dropping: readonly Row[] = [
  {
    call: "DELETE /_sandbox/workspaces/{id}",
    promise: "drops it with its keys, and leaves others unchanged",
    async keeps(world) {
      const made = await world.server("POST", "/workspaces", {});
      const [id, key] = [text(made, "data.id"), text(made, "data.firms.0.apiKeys.0.key")];
      answered(200, await world.api("GET", "/v1/leads", { key }));
      answered(200, await world.server("DELETE", `/workspaces/${id}`));
      refused(404, await world.server("GET", `/workspaces/${id}`));
      refused(404, await world.server("DELETE", `/workspaces/${id}`));
      answered(401, await world.api("GET", "/v1/leads", { key }));
      answered(200, await world.api("GET", "/v1/leads"));
      refused(409, await world.server("DELETE", "/workspaces/default"), /default/);
    },
  },
  {
    call: "DELETE /_sandbox/workspaces/{id}",
    promise: "afterSeconds: keeps it until nothing used it for that long in real time",
    async keeps(world) {
      const made = await world.server("POST", "/workspaces", {});
      const [id, key] = [text(made, "data.id"), text(made, "data.firms.0.apiKeys.0.key")];
      answered(200, await world.server("DELETE", `/workspaces/${id}?afterSeconds=86400`));
      answered(200, await world.api("GET", "/v1/leads", { key }));
      refused(422, await world.server("DELETE", `/workspaces/${id}?afterSeconds=86401`));
      answered(200, await world.server("DELETE", `/workspaces/${id}`));
      refused(404, await world.server("GET", `/workspaces/${id}`));
    },
  },
];
