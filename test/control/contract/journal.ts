import { expect } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { at, column, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, monday } from "../../support/world.ts";
import type { Row } from "./row.ts";
import { answered, defaultsOf, later, list, namesAt, refused } from "./row.ts";

const whole = ["GET 404", "POST 201", "GET 200"];

/** The journal of requests to the emulated API. */
export const journal: readonly Row[] = [
  {
    call: "GET W/requests",
    promise: "newest first, each with all that was sent and answered",
    async keeps(world) {
      await threeRequests(world);
      const reply = answered(200, await world.control("GET", "/requests"));
      expect(expected(reply)).toEqual(whole);
      expect(at(reply, "data.1")).toEqual({
        id: expect.stringMatching(/^req_/),
        at: later(monday, 60_000),
        method: "POST",
        path: `/v1/firms/${ids.partnerFirm}/leads`,
        query: "",
        status: 201,
        operationId: "post-leads-for-firm",
        durationMs: expect.any(Number),
        apiKeyId: world.keyIds.partner,
        surface: "partner-sandbox",
        rules: expect.arrayContaining(["lead.create.firm"]),
        request: {
          headers: expect.objectContaining({ "content-type": "application/json" }),
          body: expect.stringContaining("lead1@example.com"),
        },
        response: {
          headers: expect.objectContaining({ "content-type": "application/json" }),
          body: expect.stringContaining('"deletedAt":null'),
        },
      });
      expect(text(reply, "data.0.reason")).toMatch(/no Lead|other/i);
      expect(at(reply, "data.2.query")).toBe("limit=1");
    },
  },
  {
    call: "GET W/requests",
    promise: "keys redacted, wherever a client puts them",
    async keeps(world) {
      const key = world.keys.partner;
      await world.api("GET", `/v1/leads/${key}?key=${key}`);
      const body = { email: "k@example.com", firstName: key, lastName: key.toUpperCase() };
      await world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { body });
      const paths = ["/requests", "/requests.har", "/requests.http", "/events"];
      const replies = await Promise.all(paths.map((path) => world.control("GET", path)));
      for (const reply of replies)
        expect(answered(200, reply).text.toLowerCase()).not.toContain(key);
      expect(replies[0]?.text).toContain(`${key.slice(0, 4)}…redacted`);
    },
  },
  ...(
    [
      ["method=POST", ["POST 201"]],
      ["method=get", ["GET 404", "GET 200"]],
      ["path=/v1/leads", ["GET 200"]],
      ["path=/leads/*", ["GET 404"]],
      ["path=**", whole],
      ["status=404", ["GET 404"]],
      ["status=500", []],
      ["operationId=get-leads", ["GET 200"]],
      ["since=2026-03-02T09:01:00.000Z", ["GET 404", "POST 201"]],
      ["since=2026-03-02T09:01:00.001Z", ["GET 404"]],
      ["method=GET&status=200", ["GET 200"]],
    ] as const
  ).flatMap(selecting),
  {
    call: "GET W/requests",
    promise: "?limit=&offset= pages through it",
    async keeps(world) {
      await threeRequests(world);
      const reply = await world.control("GET", "/requests?limit=1&offset=1");
      expect(expected(answered(200, reply))).toEqual(["POST 201"]);
      expect(at(reply, "meta")).toEqual({ total: 3, count: 1, offset: 1, limit: 1 });
      refused(422, await world.control("GET", "/requests?limit=0"), /limit/);
      refused(422, await world.control("GET", "/requests?status=ok"), /status/);
    },
  },
  {
    call: "GET W/requests/wait",
    promise: "?…&count=1&timeoutMs=5000 answers as soon as that many match",
    async keeps(world) {
      const waiting = world.control("GET", "/requests/wait?status=201&count=2&timeoutMs=60000");
      await world.createLead();
      await world.api("GET", "/v1/leads");
      await world.createLead();
      const reply = answered(200, await waiting);
      expect(expected(reply)).toEqual(["POST 201", "POST 201"]);
      const one = await world.control("GET", "/requests/wait?status=200&timeoutMs=0");
      expect(expected(answered(200, one))).toEqual(["GET 200"]);
      const defaults = await defaultsOf(world, "/requests/wait");
      expect(defaults).toMatchObject({ count: 1, timeoutMs: 5_000 });
    },
  },
  {
    call: "GET W/requests/wait",
    promise: "404 after the timeout, with the requests that came",
    async keeps(world) {
      await world.createLead();
      const path = "/requests/wait?method=DELETE&timeoutMs=1";
      const reply = refused(404, await world.control("GET", path), /0 of 1/);
      expect(text(reply, "hint")).toContain(`POST /v1/firms/${ids.partnerFirm}/leads 201`);
    },
  },
  {
    call: "DELETE W/requests",
    promise: "forgets them",
    async keeps(world) {
      await threeRequests(world);
      answered(200, await world.control("DELETE", "/requests"));
      expect(list(await world.control("GET", "/requests"))).toEqual([]);
      expect(at(await world.control("GET", "/requests/count"), "data.count")).toBe(0);
    },
  },
  {
    call: "GET W/requests.har",
    promise: "HAR 1.2: every member that the format asks for, oldest first",
    async keeps(world) {
      await threeRequests(world);
      const reply = answered(200, await world.control("GET", "/requests.har"));
      expect(at(reply, "log.version")).toBe("1.2");
      expect(namesAt(reply, "log.creator")).toEqual(["name", "version"]);
      const entries = at(reply, "log.entries");
      expect(entries).toHaveLength(3);
      expect(namesAt(reply, "log.entries.1")).toEqual(expect.arrayContaining(harEntry));
      expect(namesAt(reply, "log.entries.1.request")).toEqual(expect.arrayContaining(harRequest));
      expect(namesAt(reply, "log.entries.1.response")).toEqual(expect.arrayContaining(harResponse));
      expect(at(reply, "log.entries.0.request")).toMatchObject({
        method: "GET",
        url: "http://partner.localhost/v1/leads?limit=1",
        queryString: [{ name: "limit", value: "1" }],
      });
      const posted = JSON.parse(text(reply, "log.entries.1.request.postData.text"));
      expect(posted).toMatchObject({ email: "lead1@example.com" });
      expect(at(reply, "log.entries.1.response.status")).toBe(201);
    },
  },
  {
    call: "GET W/requests.http",
    promise: "requests for the HTTP clients of editors, oldest first, with variables for keys",
    async keeps(world) {
      await threeRequests(world);
      const { text: file } = answered(200, await world.control("GET", "/requests.http"));
      const [head = "", ...blocks] = file.split("\n\n###");
      expect(head).toMatch(/^@baseUrl = https?:\/\/\S+$/m);
      expect(head).toMatch(/^@key1 = PASTE-THE-KEY$/m);
      expect(blocks.map((block) => /^[A-Z]+ .*$/m.exec(block)?.[0])).toEqual([
        "GET {{baseUrl}}/v1/leads?limit=1",
        `POST {{baseUrl}}/v1/firms/${ids.partnerFirm}/leads`,
        expect.stringMatching(/^GET \{\{baseUrl}}\/v1\/leads\/\w+$/),
      ]);
      expect(blocks[1]).toContain("\nx-api-key: {{key1}}\n");
      expect(JSON.parse(blocks[1]?.split("\n\n")[1] ?? "")).toMatchObject({
        email: "lead1@example.com",
      });
    },
  },
];

function selecting([query, wanted]: readonly [string, readonly string[]]): readonly Row[] {
  const asking = (path: string) => async (world: World) => {
    await threeRequests(world);
    return answered(200, await world.control("GET", `${path}?${query}`));
  };
  const [listed, counted] = [asking("/requests"), asking("/requests/count")];
  return [
    {
      call: "GET W/requests",
      promise: `?${query} selects ${wanted.join(" and ") || "none"}`,
      async keeps(world) {
        const reply = await listed(world);
        expect(expected(reply)).toEqual(wanted);
        expect(at(reply, "meta.total")).toBe(wanted.length);
      },
    },
    {
      call: "GET W/requests/count",
      promise: `?${query} counts ${wanted.length}`,
      async keeps(world) {
        expect(at(await counted(world), "data.count")).toBe(wanted.length);
      },
    },
  ];
}

const harEntry = ["cache", "request", "response", "startedDateTime", "time", "timings"];
const sides = ["bodySize", "cookies", "headers", "headersSize", "httpVersion"];
const harRequest = [...sides, "method", "queryString", "url"];
const harResponse = [...sides, "content", "redirectURL", "status", "statusText"];

/** Reads a list, then creates a Lead, then reads an unknown Lead, a minute apart. */
async function threeRequests(world: World): Promise<void> {
  await world.api("GET", "/v1/leads?limit=1");
  await world.control("POST", "/clock/advance", { by: "PT1M" });
  await world.createLead({ email: "lead1@example.com" });
  await world.control("POST", "/clock/advance", { by: "PT1M" });
  await world.api("GET", "/v1/leads/NoLead00");
}

/** The method and status of each listed request. */
function expected(reply: Reply): readonly string[] {
  const statuses = column(reply, "status");
  return column(reply, "method").map(
    (method, index) => `${String(method)} ${String(statuses[index])}`,
  );
}
