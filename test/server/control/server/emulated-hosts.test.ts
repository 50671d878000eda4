import { describe, expect, it } from "vitest";

import type { SandboxOptions } from "../../../../src/server/sandbox/sandbox.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, replyOf } from "../../../support/reply.ts";
import { newSandbox } from "../../../support/sandbox.ts";

const wellKnownKey = "11111111-1111-4111-8111-111111111111";

/** Reads Leads with a well-known key, as a page on a DNS-rebound host does. */
async function read(host: string, options: SandboxOptions): Promise<Reply> {
  const sandbox = newSandbox(options);
  const headers = { "x-api-key": wellKnownKey };
  return replyOf(await sandbox.fetch(new Request(`http://${host}/v1/leads`, { headers })));
}

describe("the Host of a request to the emulated API", () => {
  it("can be any by default: clients have the provider's host built in", async () => {
    expect((await read("rebound.evil.example", {})).status).toBe(200);
  });

  it.each(["rebound.evil.example:4610", "api.partner.evil.example", "evil-leads.lender.example"])(
    "is rejected with 403 and a reason once hosts are allowed: %s",
    async (host) => {
      const allowHosts = ["leads.lender.example"];
      const reply = await read(host, { allowHosts });
      expect([reply.status, at(reply, "message")]).toEqual([403, "Forbidden"]);
      expect(reply.headers.get("x-sandbox-reason")).toContain("LEAD_SANDBOX_ALLOW_HOSTS");
    },
  );

  it.each([
    "127.0.0.1:4610",
    "sandbox",
    "LEADS.lender.example.",
    "own.example",
    "any.dit.example",
    "sandbox.example.com",
  ])("is accepted if it is allowed, selects a surface or is not public: %s", async (host) => {
    const reply = await read(host, {
      allowHosts: ["leads.lender.example"],
      surfaceHosts: { "partner-sandbox": ["own.example", "*.dit.example"] },
      publicUrl: "http://sandbox.example.com",
    });
    expect(reply.status).toBe(200);
  });

  it("does not match a pattern that ends with a star", async () => {
    const options = {
      allowHosts: ["leads.lender.example"],
      surfaceHosts: { "partner-sandbox": "api.own.*" },
    };
    expect((await read("api.own.evil.example", options)).status).toBe(403);
  });
});
