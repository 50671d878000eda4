import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { madeLead, madeLeads } from "../leads-made.ts";
import { sandbox } from "./sandbox.ts";
import type { Target } from "./target.ts";

/** WireMock, started as its npm package does, with three stub responses. */
export function wiremock(packages: string, version: string): Target {
  const { getOne, create, list, filter } = sandbox("");
  return {
    name: "WireMock",
    command(_leads, folder) {
      const files = join(folder, "wiremock");
      mkdirSync(join(files, "mappings"), { recursive: true });
      writeFileSync(join(files, "mappings/leads.json"), JSON.stringify({ mappings: mappings() }));
      const jar = join(packages, `wiremock/build/wiremock-standalone-${version}.jar`);
      return (port) => ({
        line: [
          "java",
          "-jar",
          jar,
          "--port",
          String(port),
          "--bind-address",
          "127.0.0.1",
          "--root-dir",
          files,
          "--disable-banner",
        ],
      });
    },
    ready: { method: "GET", path: "/__admin/health" },
    getOne,
    create,
    list,
    ...(filter === undefined ? {} : { filter }),
    reset: { method: "POST", path: "/__admin/reset" },
    isStateful: false,
    note: "three canned answers, its journal on, one core as the others",
  };
}

function mappings() {
  const page = [...madeLeads(20)];
  const meta = { total: 1_000, count: 20, offset: 0, limit: 20 };
  const one = { data: madeLead(0) };
  return [
    {
      request: { method: "GET", urlPathPattern: "/v1/leads/[^/]+" },
      response: answer(200, one),
    },
    {
      request: { method: "GET", urlPathPattern: "/v1/firms/[^/]+/leads" },
      response: answer(200, { data: page, meta }),
    },
    {
      request: { method: "POST", urlPathPattern: "/v1/firms/[^/]+/leads" },
      response: answer(201, one),
    },
  ];
}

function answer(status: number, jsonBody: unknown) {
  return { status, jsonBody, headers: { "Content-Type": "application/json" } };
}
