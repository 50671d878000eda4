import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { knownLead, madeLeads } from "../leads-made.ts";
import { fewLeads, newLeadBody } from "./target.ts";
import type { Target } from "./target.ts";

const token = "bench";

/** Mockoon with a data bucket and its CRUD route. */
export function mockoon(packages: string): Target {
  return {
    name: "Mockoon",
    command(leads, folder) {
      const count = leads ?? fewLeads;
      const file = join(folder, `mockoon-${count}.json`);
      writeFileSync(file, JSON.stringify(environment(JSON.stringify([...madeLeads(count)]))));
      return (port) => ({
        line: [
          process.execPath,
          join(packages, "@mockoon/cli/bin/run.js"),
          "start",
          "--data",
          file,
          "--hostname",
          "127.0.0.1",
          "--port",
          String(port),
          "--admin-api-token",
          token,
          "--disable-log-to-file",
        ],
      });
    },
    getOne: { method: "GET", path: `/leads/${knownLead}` },
    create: { method: "POST", path: "/leads", body: newLeadBody },
    list: (offset) => ({ method: "GET", path: `/leads?page=${offset / 20 + 1}&limit=20` }),
    filter: (email) => ({ method: "GET", path: `/leads?page=1&limit=20&email_eq=${email}` }),
    reset: {
      method: "POST",
      path: "/mockoon-admin/state/purge",
      headers: { authorization: `Bearer ${token}` },
    },
    isStateful: true,
    note: "a data bucket in memory",
  };
}

/** The defaults that all routes of an environment share. */
const nothing = { documentation: "", latency: 0, headers: [], callbacks: [] };

const tlsOptions = {
  enabled: false,
  type: "CERT",
  pfxPath: "",
  certPath: "",
  keyPath: "",
  caPath: "",
  passphrase: "",
};

const proxy = {
  proxyMode: false,
  proxyHost: "",
  proxyRemovePrefix: false,
  proxyReqHeaders: [],
  proxyResHeaders: [],
};

function environment(value: string) {
  const { documentation, latency, callbacks } = nothing;
  const route = { uuid: randomUUID(), type: "crud", method: "", endpoint: "leads", documentation };
  const response = crudResponse("lead");
  const streaming = { responseMode: null, streamingMode: null, streamingInterval: 0 };
  return {
    uuid: randomUUID(),
    lastMigration: 33,
    name: "leads",
    endpointPrefix: "",
    latency,
    port: 3000,
    hostname: "",
    folders: [],
    rootChildren: [{ type: "route", uuid: route.uuid }],
    routes: [{ ...route, ...streaming, responses: [response] }],
    ...proxy,
    tlsOptions,
    cors: true,
    headers: [{ key: "Content-Type", value: "application/json" }],
    callbacks,
    data: [{ uuid: randomUUID(), id: "lead", name: "leads", documentation, value }],
  };
}

function crudResponse(databucketID: string) {
  const { latency, headers, callbacks } = nothing;
  return {
    uuid: randomUUID(),
    body: "",
    latency,
    statusCode: 200,
    label: "",
    headers,
    bodyType: "DATABUCKET",
    filePath: "",
    databucketID,
    sendFileAsBody: false,
    rules: [],
    rulesOperator: "OR",
    disableTemplating: true,
    fallbackTo404: false,
    default: true,
    crudKey: "id",
    callbacks,
  };
}
