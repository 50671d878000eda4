import { describe, expect, it } from "vitest";

import { assumedRulesOf, at, rulesOf } from "../../support/reply.ts";
import { ids, newWorld } from "../../support/world.ts";
import { expectStatus } from "./expected-status.ts";

const leadsPath = `/v1/firms/${ids.partnerFirm}/leads`;

describe("the version segment of paths", () => {
  it("http.version-prefix: 200 with and without a leading /v1 (4, 9)", async () => {
    const world = await newWorld();
    const [bare, prefixed] = [
      await world.api("GET", "/leads"),
      await world.api("GET", "/v1/leads"),
    ];
    expectStatus(bare, 200);
    expect(prefixed.text).toBe(bare.text);
    expect(rulesOf(prefixed)).not.toContain("http.version-prefix");
    expect(assumedRulesOf(bare)).toContain("http.version-prefix");
  });

  it("http.version-prefix [required]: 404 for every operation without a version, 200 with it (4, 9)", async () => {
    const world = await newWorld({ assumptions: { "http.version-prefix": "required" } });
    const lead = `/leads/${ids.activeLead}`;
    const refused = [
      await world.api("GET", "/leads"),
      await world.api("PATCH", lead, { body: { firstName: "Nora" } }),
      await world.api("POST", leadsPath.slice("/v1".length), { rawBody: "{" }),
    ];
    for (const reply of refused) {
      expectStatus(reply, 404);
      expect(reply.json).toEqual({ message: "Not found" });
      expect(assumedRulesOf(reply)[0]).toBe("http.version-prefix");
    }
    expect(refused[1]?.headers.get("x-sandbox-reason")).toContain(`/v1${lead}`);
    const read = await world.api("GET", `/v1${lead}`);
    expectStatus(read, 200);
    expect(at(read, "data.firstName")).not.toBe("Nora");
    expect(rulesOf(read)).not.toContain("http.version-prefix");
  });

  it("http.version-prefix [required]: other versions and unsupported methods follow their own rules, below a version", async () => {
    const world = await newWorld({
      assumptions: {
        "http.version-prefix": "required",
        "http.version.other": "accepted",
        "http.method.unknown": "405",
      },
    });
    const replies = [
      await world.api("GET", "/v2/leads"),
      await world.api("PUT", "/v1/leads"),
      await world.api("PUT", "/leads"),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 405, 404]);
  });
});
