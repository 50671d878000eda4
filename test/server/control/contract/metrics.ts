import { expect } from "vitest";

import type { Row } from "./row.ts";
import { answered } from "./row.ts";

/** The metrics of the process. */
export const metrics: readonly Row[] = [
  {
    call: "GET /_sandbox/metrics",
    method: "metrics",
    promise: "counts requests of both planes, by operation, status and refusing rule",
    local: true,
    async keeps({ client, api, server }) {
      const before = valuesIn(await client.metrics());
      answered(200, await api("GET", "/v1/leads"));
      await api("GET", "/v1/leads?limit=x");
      const reply = answered(200, await server("GET", "/metrics"));
      expect(reply.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
      const after = valuesIn(reply.text);
      const grown = (name: string): number => (after[name] ?? 0) - (before[name] ?? 0);
      expect(grown('lead_sandbox_requests_total{operation="get-leads",status="200"}')).toBe(1);
      expect(grown('lead_sandbox_requests_total{operation="get-leads",status="422"}')).toBe(1);
      expect(grown('lead_sandbox_request_duration_seconds_count{operation="get-leads"}')).toBe(2);
      expect(grown('lead_sandbox_control_requests_total{status="200"}')).toBeGreaterThan(0);
      expect(after["process_resident_memory_bytes"]).toBeGreaterThan(1e7);
    },
  },
];

/** The values of a Prometheus text by name and labels. */
function valuesIn(exposition: string): Readonly<Record<string, number>> {
  const lines = exposition.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line): [string, number] => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
