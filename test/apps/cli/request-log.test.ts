import { describe, expect, it, vi } from "vitest";

import { loggingRequests, requestLine } from "../../../src/apps/cli/serve/request-log.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";

const key = "11111111-1111-4111-8111-111111111111";
const entry = {
  receivedAt: Date.parse("2026-03-02T09:12:03.120Z"),
  method: "POST",
  path: "/v1/firms/Harb0rPt/leads",
  status: 201,
  durationMs: 12.4,
  apiKeyId: "HPkeySbx",
};

describe("--log-level debug", () => {
  it("has a line for each request, as text or as JSON", () => {
    expect(requestLine(entry, "text")).toBe(
      "09:12:03.120 POST /v1/firms/Harb0rPt/leads 201 12 ms HPkeySbx",
    );
    expect(requestLine({ ...entry, apiKeyId: null, status: 401 }, "text")).toBe(
      "09:12:03.120 POST /v1/firms/Harb0rPt/leads 401 12 ms",
    );
    expect(JSON.parse(requestLine(entry, "json"))).toEqual({
      event: "request",
      at: "2026-03-02T09:12:03.120Z",
      method: "POST",
      path: "/v1/firms/Harb0rPt/leads",
      status: 201,
      durationMs: 12,
      apiKeyId: "HPkeySbx",
    });
  });

  it.each(["text", "json"] as const)(
    "shows of a key in the path only the start, in %s",
    (format) => {
      const line = requestLine(
        { ...entry, path: `/v1/${key.replace("-", "%2D")}/\u001b[2J` },
        format,
      );
      expect(line).toContain("1111…redacted");
      expect(line).not.toContain("1111-4111");
      expect(line).not.toContain("\u001b");
    },
  );

  it("prints them as they come, and nothing at another level", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    try {
      for (const logLevel of ["info", "debug"] as const) {
        const config = { logLevel, logFormat: "text" } as const;
        const sandbox = openSandbox(config, loggingRequests(config));
        const headers = { "x-api-key": key };
        const url = "http://partner.localhost/v1/leads?filter={}";
        // oxlint-disable-next-line no-await-in-loop -- one level after the other
        await sandbox.fetch(new Request(url, { headers }));
        sandbox.close();
      }
      expect(stderr.mock.calls.flat()).toEqual([
        expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} GET \/v1\/leads 200 \d+ ms HPkeySbx\n$/),
      ]);
    } finally {
      stderr.mockRestore();
    }
  });
});
