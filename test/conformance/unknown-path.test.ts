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

  it.each(["POST", "PATCH", "PUT", "DELETE", "OPTIONS"])("404 for %s (7)", async (method) => {
    const world = await newWorld();
    expect(await world.api(method, "/v1/nothing")).toRefuse(404, "http.path.unknown");
  });

  it("401 without a key (5.6)", async () => {
    const world = await newWorld();
    const reply = await world.api("GET", "/v1/nothing", { key: null });
    expect(reply).toRefuse(401, "auth.missing");
  });
});

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"];
const unoffered = [...Map.groupBy(operations, ({ path }) => path)].flatMap(([path, rows]) => {
  const offered: readonly string[] = rows.map(({ method }) => method);
  return methods
    .filter((method) => !offered.includes(method))
    .map((method) => ({ method, path, sent: pathOf(rows[0] ?? { path }), offered }));
});

describe("a method that the path does not support", () => {
  it.each(unoffered)("404 for $method $path (7)", async ({ method, sent }) => {
    const world = await newWorld();
    expect(await world.api(method, sent)).toRefuse(404, "http.method.unknown");
  });

  it.each(unoffered)(
    "405 for $method $path with its methods in Allow, where the workspace assumes so (7)",
    async ({ method, sent, offered }) => {
      const world = await newWorld({ assumptions: { "http.method.unknown": "405" } });
      const reply = await world.api(method, sent);
      expect(reply).toRefuse(405, "http.method.unknown");
      expect(reply.headers.get("allow")).toBe(offered.join(", "));
    },
  );
});
