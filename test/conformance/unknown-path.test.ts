import { describe, it } from "vitest";

import { ids, newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { operations, pathOf } from "./cases.ts";

describe("a path that the API does not have", () => {
  it.each([
    "/",
    "/v1",
    "/v1/",
    "/v2/lead",
    "/v1/v1/leads",
    "/v1/nothing",
    "/v1/Leads",
    "/v1/leads/",
    `/v1/leads/${ids.activeLead}/plans`,
    `/v1/firms/${ids.partnerFirm}/plans`,
    "/v1/firms//leads",
    "/v1/workflows",
  ])("404 for GET %s with `message` alone (7)", async (path) => {
    const world = await newWorld();
    expect(await world.api("GET", path)).toRefuse(404, "http.path.unknown");
  });

  it.each(["POST", "OPTIONS"])("404 for %s (7)", async (method) => {
    const world = await newWorld();
    expect(await world.api(method, "/v1/nothing")).toRefuse(404, "http.path.unknown");
  });
});

const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, rows]) => ({
  path,
  sent: pathOf({ path }),
  offered: rows.map(({ method }) => method),
}));

describe("a method that the path does not support", () => {
  it.each(paths)(
    "405 for a method that $path lacks, with those that it has in Allow, where the workspace assumes so (7)",
    async ({ sent, offered }) => {
      const world = await newWorld({ assumptions: { "http.method.unknown": "405" } });
      const reply = await world.api(offered.includes("PUT") ? "OPTIONS" : "PUT", sent);
      expect(reply).toRefuse(405, "http.method.unknown");
      expect(reply.headers.get("allow")).toBe(offered.join(", "));
    },
  );
});
