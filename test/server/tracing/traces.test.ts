/** Spans as a collector gets them, from the command. */
import { createServer } from "node:http";

import { describe, expect, it, onTestFinished } from "vitest";

import { isJsonObject } from "../../../src/base/values/json.ts";
import type { Json, JsonObject } from "../../../src/base/values/json.ts";
import { tracesWanted } from "../../../src/server/tracing/wanted.ts";
import type { Environment } from "../../apps/cli/program.ts";
import { start, startReady } from "../../apps/cli/program.ts";

const key = "11111111-1111-4111-8111-111111111111";
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const parentId = "00f067aa0ba902b7";

describe("the variables of OpenTelemetry", () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
  it.each([
    ["none", {}],
    ["an empty endpoint", { OTEL_EXPORTER_OTLP_ENDPOINT: " " }],
    ["only headers", { OTEL_EXPORTER_OTLP_HEADERS: "a=b" }],
    ["a disabled SDK", { ...endpoint, OTEL_SDK_DISABLED: "TRUE" }],
    ["no exporter", { ...endpoint, OTEL_TRACES_EXPORTER: "none" }],
    ["another exporter", { ...endpoint, OTEL_TRACES_EXPORTER: "zipkin,console" }],
  ])("ask for no traces: %s", (_name, environment) => {
    expect(tracesWanted(environment)).toBeNull();
  });

  it.each([
    [endpoint, "http/protobuf"],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector/v1/traces" }, "http/protobuf"],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }, "http/json"],
    [
      {
        ...endpoint,
        OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json",
      },
      "http/json",
    ],
    [
      { ...endpoint, OTEL_SDK_DISABLED: "yes", OTEL_TRACES_EXPORTER: "console, otlp" },
      "http/protobuf",
    ],
  ])("%j asks for traces by %s", (environment, protocol) => {
    expect(tracesWanted(environment)).toStrictEqual({ protocol });
  });

  it.each([
    [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "neither http/protobuf nor http/json"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" }, "is not an HTTP URL"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "nonsense" }, "is not an HTTP URL"],
  ])("%j cannot be followed", (environment, expected) => {
    expect(tracesWanted(environment)).toMatchObject({
      problem: expect.stringContaining(expected),
    });
  });
});

describe("the spans of a sandbox", () => {
  it("tell operation, status and rules, belong to their parent, and name no key and no person", async () => {
    const collector = await newCollector();
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=tests",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    };
    await sendSome(environment);
    expect(collector.posts.map(({ path }) => path)).toStrictEqual(["/v1/traces"]);
    const { body, headers } = collector.first();
    expect(headers).toMatchObject({ "content-type": "application/json", "x-tenant": "tests" });
    const text = body.toString("utf8");
    expect(text).not.toMatch(/11111111|maya|example\.com|Moss|\/v1\/leads|LeadHP/i);
    expect(text).toContain("deployment.environment.name");
    expect(text).toContain('{"stringValue":"lead-sandbox"}');
    const spans = spansIn(JSON.parse(text));
    expect(spans.map(({ name }) => name)).toStrictEqual([
      "post-leads-for-firm",
      "post-leads-for-firm",
      "GET",
    ]);
    const [created = {}, refused = {}, odd = {}] = spans;
    expect(created).toMatchObject({ traceId, parentSpanId: parentId, kind: 2 });
    expect(attributesOf(created)).toMatchObject({
      "http.request.method": { stringValue: "POST" },
      "http.response.status_code": { intValue: 201 },
      "lead_sandbox.operation": { stringValue: "post-leads-for-firm" },
    });
    expect(JSON.stringify(attributesOf(created)["lead_sandbox.rules"])).toContain(
      "lead.create.firm",
    );
    expect(refused["traceId"]).not.toBe(traceId);
    expect(refused["parentSpanId"]).toBeUndefined();
    expect(attributesOf(refused)["http.response.status_code"]).toStrictEqual({ intValue: 409 });
    expect(attributesOf(odd)["http.request.method"]).toStrictEqual({ stringValue: "GET" });
    expect(Number(created["endTimeUnixNano"])).toBeGreaterThanOrEqual(
      Number(created["startTimeUnixNano"]),
    );
  });

  it("are protobuf by default, and none with a sampler that is off", async () => {
    const collector = await newCollector();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    await sendSome({ ...environment, OTEL_TRACES_SAMPLER: "always_off" });
    expect(collector.posts).toStrictEqual([]);
    await sendSome(environment);
    const { headers, body } = collector.first();
    expect(headers["content-type"]).toBe("application/x-protobuf");
    expect(body.includes("post-leads-for-firm")).toBe(true);
  });

  it("are not sent anywhere without an endpoint", async () => {
    // The port to which OpenTelemetry sends by default.
    const usual = await newCollector(4318);
    const collector = await newCollector();
    await sendSome({ OTEL_SERVICE_NAME: "x", OTEL_EXPORTER_OTLP_HEADERS: "x=1" });
    await sendSome({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: "true" });
    expect([usual.connections(), collector.connections()]).toEqual([0, 0]);
  });

  it("do not hold up the end when no collector answers, and say what cannot be followed", async () => {
    const ended = await sendSome({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
    expect(ended.code).toBe(0);
    const grpc = await sendSome({
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
      OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    });
    expect(grpc.stderr).toContain("so no traces are sent");
  });

  it("do not hold up the end of a server and of exec when a collector accepts and never answers", async () => {
    const collector = await newSilentCollector();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const source = `await fetch(process.env.LEAD_API_URL + "/v1/leads")`;
    const [served, executed] = await Promise.all([
      sendSome(environment),
      start(["exec", "--", process.execPath, "-e", source], environment).ended,
    ]);
    expect([served.code, executed.code]).toEqual([0, 0]);
    // The exporter itself would have closed its connections after ten seconds.
    expect(collector.heldMs().every((ms) => ms < 6_000)).toBe(true);
    expect(collector.heldMs()).toHaveLength(2);
  });

  it("come from exec, too", async () => {
    const collector = await newCollector();
    const source = `await fetch(process.env.LEAD_API_URL + "/v1/leads", { headers: { "x-api-key": process.env.LEAD_API_KEY } })`;
    const { code } = await start(["exec", "--", process.execPath, "-e", source], {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    }).ended;
    expect(code).toBe(0);
    expect(collector.posts.some(({ body }) => body.includes("get-leads"))).toBe(true);
  });
});

interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** A server that keeps what a collector would get. */
async function newCollector(port = 0) {
  const posts: Post[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url = "", headers } = request;
      posts.push({ path: url, headers, body: Buffer.concat(chunks) });
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  const first = (): Post => {
    const [post] = posts;
    if (post === undefined) throw new Error("Nothing was sent.");
    return post;
  };
  return { url: `http://127.0.0.1:${address.port}`, posts, first, connections: () => connections };
}

/** A server that accepts connections and never answers, and how long each of them was open. */
async function newSilentCollector() {
  const held: number[] = [];
  const server = createServer(() => {}).on("connection", (socket) => {
    const since = performance.now();
    socket.on("close", () => held.push(performance.now() - since));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  return { url: `http://127.0.0.1:${address.port}`, heldMs: () => held };
}

/** Serves, creates a Lead twice, requests an unknown path, and stops. */
async function sendSome(environment: Environment) {
  const { ready, process: child, ended } = await startReady([], environment);
  const send = (method: string, headers: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${ready.url}/v1/firms/Harb0rPt/leads`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json", ...headers },
      body: JSON.stringify({ email: "maya@example.com", firstName: "Maya", lastName: "Moss" }),
    });
  await send("POST", { traceparent: `00-${traceId}-${parentId}-01` });
  await send("POST", { traceparent: "nonsense" });
  await fetch(`${ready.url}/v1/people/maya?email=maya@example.com`, {
    headers: { "x-api-key": key },
  });
  child.kill("SIGTERM");
  return ended;
}

function spansIn(value: Json): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(spansIn);
  if (!isJsonObject(value)) return [];
  if (typeof value["spanId"] === "string") return [value];
  return Object.values(value).flatMap(spansIn);
}

function attributesOf({ attributes }: JsonObject): Readonly<Record<string, Json>> {
  const all = Array.isArray(attributes) ? attributes.filter(isJsonObject) : [];
  return Object.fromEntries(
    all.map((one) => [JSON.stringify(one["key"]).slice(1, -1), one["value"] ?? null]),
  );
}
