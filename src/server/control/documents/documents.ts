/** The OpenAPI documents of both planes, and a page that shows them offline. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import * as z from "zod";

import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { ControlError } from "../calls/control-error.ts";
import { withNoQuery, withQuery } from "../calls/operation.ts";
import { docsPage, docsScript, docsStyle } from "./docs-page.ts";

const Document = z.looseObject({ openapi: z.string() });

export const getControlDocument = withNoQuery({
  id: "get-control-document",
  summary: "The control API as an OpenAPI 3.1 document",
  level: "server",
  method: "GET",
  path: "/openapi.json",
  answer: Document,
  run: ({ server }) => ({
    status: 200,
    json: servedBelow(server.address.basePath(), server.documents.control()),
  }),
});

export const getEmulatedDocument = withNoQuery({
  id: "get-emulated-document",
  summary: "The emulated API under the workspace's assumptions as an OpenAPI 3.1 document",
  method: "GET",
  path: "/spec/openapi.json",
  answer: Document,
  run: ({ server, workspace }) => ({
    status: 200,
    json: servedBelow(
      server.address.basePath(),
      server.documents.emulated(workspace.assumptions()),
    ),
  }),
});

/** The document with the path of the public URL in its servers. */
function servedBelow(basePath: string, document: JsonObject): JsonObject {
  if (basePath === "") return document;
  const moved = (server: Json): Json =>
    isJsonObject(server) && typeof server["url"] === "string"
      ? { ...server, url: basePath + server["url"] }
      : server;
  const below = (servers: Json | undefined) =>
    Array.isArray(servers) ? { servers: servers.map(moved) } : {};
  const { servers, paths, ...rest } = document;
  const items = Object.entries(isJsonObject(paths) ? paths : {}).map(([path, item]) => [
    path,
    isJsonObject(item) ? { ...item, ...below(item["servers"]) } : item,
  ]);
  return { ...rest, ...below(servers), paths: Object.fromEntries(items) };
}

export const getDocs = withQuery({
  id: "get-docs",
  summary: "A page that shows both documents and sends requests from them",
  level: "server",
  method: "GET",
  path: "/docs",
  query: z.strictObject({
    "urls.primaryName": z.string().exactOptional().describe("The name of the document to show"),
  }),
  answer: null,
  mediaType: "text/html; charset=utf-8",
  run({ server }) {
    pageFilePath("swagger-ui-bundle.js");
    return {
      status: 200,
      body: docsPage(!server.needsToken),
      mediaType: "text/html; charset=utf-8",
      headers: {
        "content-security-policy":
          "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
      },
    };
  },
});

const ownAssets: Readonly<Record<string, string>> = {
  "page.css": docsStyle,
  "start.js": docsScript,
};
const assets: ReadonlySet<string> = new Set([
  ...Object.keys(ownAssets),
  "swagger-ui.css",
  "swagger-ui-bundle.js",
  "swagger-ui-standalone-preset.js",
]);

/** GET `/_sandbox/docs/{asset}`: a file of the page, from the build or its package. */
export const getDocsAsset = withNoQuery({
  id: "get-docs-asset",
  summary: "A script or style of that page",
  level: "server",
  method: "GET",
  path: "/docs/{asset}",
  answer: null,
  mediaType: "text/*",
  run({ params }) {
    const name = params["asset"] ?? "";
    if (!assets.has(name)) {
      throw new ControlError(404, `The page has no file ${JSON.stringify(name)}.`);
    }
    const mediaType = `text/${name.endsWith(".css") ? "css" : "javascript"}; charset=utf-8`;
    return { status: 200, body: ownAssets[name] ?? fileOf(name), mediaType };
  },
});

function fileOf(name: string): string {
  return readFileSync(pageFilePath(name), "utf8");
}

/** The path of a page's file, in the build or in its package. Throws a 404 if it is not installed. */
function pageFilePath(name: string): string {
  const built = fileURLToPath(new URL(`../swagger-ui/${name}`, import.meta.url));
  if (existsSync(built)) return built;
  try {
    return createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
  } catch (error) {
    throw new ControlError(404, "The files of the page are not installed.", {
      hint: `Install swagger-ui-dist; the documents themselves are at /_sandbox/openapi.json and /_sandbox/spec/openapi.json. ${String(error)}`,
    });
  }
}
