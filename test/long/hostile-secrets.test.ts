import { request as httpRequest } from "node:http";

import { describe, expect, it } from "vitest";

import { startReady } from "../apps/cli/program.ts";
import { isRemote } from "../support/target.ts";
import { ids } from "../support/world.ts";
import { partnerKey } from "./sockets-served.ts";

const token = "control-token-that-nobody-may-see";
const requests: readonly {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}[] = [
  { method: "GET", path: "/v1/leads" },
  { method: "GET", path: `/v1/leads/${partnerKey}?x=${partnerKey}` },
  { method: "POST", path: `/v1/firms/${ids.partnerFirm}/leads`, body: `{"email":"${partnerKey}` },
  { method: "POST", path: `/v1/firms/${ids.partnerFirm}/leads`, body: partnerKey },
  { method: "GET", path: "/v1/leads", headers: { host: "[" } },
  { method: "GET", path: "/_sandbox/state", headers: { authorization: `Bearer ${token}` } },
  { method: "GET", path: "/_sandbox/state", headers: { authorization: `Bearer ${token}x` } },
  { method: "GET", path: `/_sandbox/state?token=${token}` },
  { method: "PUT", path: "/_sandbox/state", body: `{"key":"${token}"}` },
  {
    method: "POST",
    path: "/_sandbox/faults",
    body: '{"then":{"kind":"reset"},"times":1}',
    headers: { authorization: `Bearer ${token}` },
  },
  { method: "GET", path: "/v1/leads" },
];

describe.skipIf(isRemote)("a sandbox under use", () => {
  it("prints no key, no token and no request content", async () => {
    const program = await startReady([], { LEAD_SANDBOX_CONTROL_TOKEN: token });
    const { port } = new URL(program.ready.url);
    const statuses: string[] = [];
    for (const sent of requests) {
      // oxlint-disable-next-line no-await-in-loop -- the last two depend on each other
      statuses.push(await statusOf(Number(port), sent));
    }
    program.process.kill("SIGTERM");
    const { stdout, stderr } = await program.ended;
    expect(statuses.join(" ")).toBe("200 404 422 422 400 200 401 401 401 201 ECONNRESET");
    expect(stdout + stderr).not.toContain(partnerKey);
    expect(stdout + stderr).not.toContain(token);
    expect(stderr).toBe("");
  });
});

function statusOf(port: number, { method, path, body, headers }: (typeof requests)[number]) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const outgoing = httpRequest({
    port,
    method,
    path,
    headers: {
      host: "localhost",
      "x-api-key": partnerKey,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
  });
  outgoing.on("response", (incoming) => {
    incoming.resume();
    incoming.on("end", () => resolve(String(incoming.statusCode)));
  });
  outgoing.on("error", (error) => resolve(String(Reflect.get(error, "code"))));
  outgoing.end(body);
  return promise;
}
