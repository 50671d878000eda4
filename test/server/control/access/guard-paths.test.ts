import { request as httpRequest } from "node:http";

import { describe, expect, it } from "vitest";

import { text } from "../../../support/reply.ts";
import { listeningSandbox } from "../../../support/sandbox.ts";
import { isRemote } from "../../../support/target.ts";
import { control, isolated, sender } from "./isolated.ts";

/** Who calls, and calls that their token does not open. */
const callers = [
  {
    who: "without a token",
    tokenOf: () => null,
    calls: ["GET workspaces/mine/state", "POST session"],
  },
  {
    who: "with the token of another workspace",
    tokenOf: (other: string) => other,
    calls: ["GET metrics", "GET workspaces/mine/state"],
  },
  {
    who: "with the control token under --isolate",
    tokenOf: () => control,
    calls: ["GET workspaces/mine/state"],
  },
];

/** Pages and documents that are open to anyone. */
const open = ["", "docs", "console/console.js", "spec/openapi.json", "workspaces/mine/sign-up"];

const prefix = "/_sandbox";
const up = (path: string, step: string): string => step.repeat(path.split("/").length);

/** Spellings of the path of a call, which a normalization might mostly take for that path. */
const spellings: readonly ((path: string) => readonly string[])[] = [
  (path) => [path, `${path}/`, `${path}.`, `${path}..`, `${path}//`, `${path}/.`, `${path}/x/..`],
  (path) => [`/${path}`, `./${path}`, `%2e/${path}`, `x/../${path}`, `x/%2e%2e/${path}`],
  (path) => [`${path}%00`, `${path}%20`, `${path}%2f`, `${path};x=1`, `;x=1/${path}`, `\\${path}`],
  (path) => [path.replaceAll("/", "//"), path.replaceAll("/", "\\"), path.replaceAll("/", "%2f")],
  (path) => [path.toUpperCase(), path.replace(/^./, (first) => first.toUpperCase())],
  (path) => [encoded(path), encoded(path).replaceAll("%", "%25"), `${path}?${prefix}/docs`],
  (path) => [`${path}#/docs`, `${path}%23/docs`, `${path}%3f/docs`, `${path}/docs`],
  (path) => open.flatMap((one) => [`${one}/${up(one, "../")}${path}`, `${one}/${path}`]),
  (path) => open.flatMap((one) => [`${one}/${up(one, "%2e%2e/")}${path}`, `${one};/../${path}`]),
  (path) => open.flatMap((one) => [`${one}%2f${up(one, "..%2f")}${path}`, `${one}\\..\\${path}`]),
  (path) => open.map((one) => `${path}/${up(path, "../")}${one}/${up(one, "../")}${path}`),
  (path) => open.map((one) => `${path}/${up(path, "%2e%2e/")}${one}`),
  (path) => [`rules/../${path}`, `workspaces/other/../../${path}`, `mailpit/../${path}`],
  (path) => [`workspaces/other/%2e%2e/%2e%2e/${path}`, `workspaces/other/..;/../${path}`],
];

/** Spellings of the prefix itself, and targets with a scheme and a host. */
const prefixes = [
  `${prefix} /${prefix} /%5fsandbox /_SANDBOX /_sandbox. /./_sandbox /x/.._sandbox`,
  "/v1/../_sandbox /v1/%2e%2e/_sandbox \\_sandbox /_sandbox;x=1 /_sandbox%00",
  "http://127.0.0.1/_sandbox http://127.0.0.1//_sandbox HTTP://LOCALHOST/_sandbox",
].flatMap((line) => line.split(" "));

/** The second character of each segment percent-encoded. */
function encoded(path: string): string {
  return path.replaceAll(
    /(?<=^\w|\/\w)\w/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}

/** What answers to these calls contain. */
const secret = /LeadHPa1|lead_sandbox_|"token"|jsonrpc/;

describe.skipIf(isRemote)("a call of the control API", () => {
  it.each(callers)(
    "opens nothing by any spelling of its path, $who",
    { timeout: 60_000 },
    async ({ tokenOf, calls }) => {
      const { sandbox, url } = await listeningSandbox(isolated);
      const send = sender(sandbox);
      const make = async (id: string): Promise<string> =>
        text(await send("POST", "/_sandbox/workspaces", control, { id }), "data.token");
      const [mine, other] = [await make("mine"), await make("other")];
      const state = async () => (await send("GET", "/_sandbox/workspaces/mine/state", mine)).text;
      const before = await state();
      expect(before).toContain("LeadHPa1");
      // Spellings such as leads/%2e%2e/docs lead there.
      const pages = open.map((one) => rawRequest(url, `${prefix}/${one}`));
      const shown = new Set((await Promise.all(pages)).map(({ body }) => body));
      for (const call of calls) {
        const [method = "", path = ""] = call.split(" ");
        const paths = [
          ...spellings.flatMap((spelled) => spelled(path)).map((one) => `${prefix}/${one}`),
          ...prefixes.map((one) => `${one}/${path}`),
        ];
        const sent = paths.map(async (one) => {
          const { status, body } = await rawRequest(url, one, { method, token: tokenOf(other) });
          const isRefused = status >= 400 && status < 500 && !secret.test(body);
          return isRefused || shown.has(body) ? [] : [`${method} ${one}: ${status}`];
        });
        // oxlint-disable-next-line no-await-in-loop -- not too many connections at once
        expect((await Promise.all(sent)).flat()).toEqual([]);
      }
      expect(await state()).toBe(before);
    },
  );
});

/** Sends a path as it is, which URLs would normalize. */
function rawRequest(
  url: string,
  path: string,
  {
    method = "GET",
    token = null,
  }: { readonly method?: string; readonly token?: string | null } = {},
): Promise<{ readonly status: number; readonly body: string }> {
  const { hostname, port } = new URL(url);
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  httpRequest({ hostname, port, path, method, headers, agent: false }, (incoming) => {
    let body = "";
    incoming.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, body }));
  })
    .on("error", reject)
    .end();
  return promise;
}
