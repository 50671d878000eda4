/** The OpenAPI documents of both planes, and a page that shows them without any network. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import * as z from "zod";

import { ControlError } from "./control-error.ts";
import { docsPage, docsScript } from "./docs-page.ts";
import { reading } from "./operation.ts";
import { NoQuery } from "./shapes.ts";

const Document = z.looseObject({ openapi: z.string() });

/** GET `/_sandbox/openapi.json`. */
export const getControlDocument = reading({
  id: "get-control-document",
  summary: "This plane as an OpenAPI 3.1 document",
  level: "server",
  method: "GET",
  path: "/openapi.json",
  query: NoQuery,
  answer: Document,
  run: ({ server }) => ({ status: 200, json: server.documents.control() }),
});

/** GET `/_sandbox/spec/openapi.json`. */
export const getEmulatedDocument = reading({
  id: "get-emulated-document",
  summary: "The emulated API as an OpenAPI 3.1 document",
  level: "server",
  method: "GET",
  path: "/spec/openapi.json",
  query: NoQuery,
  answer: Document,
  run: ({ server }) => ({ status: 200, json: server.documents.emulated() }),
});

/** GET `/_sandbox/docs`. */
export const getDocs = reading({
  id: "get-docs",
  summary: "A page that shows both documents and sends requests from them",
  level: "server",
  method: "GET",
  path: "/docs",
  query: z.strictObject({ "urls.primaryName": z.string().exactOptional() }),
  answer: null,
  mediaType: "text/html; charset=utf-8",
  run: () => ({
    status: 200,
    body: docsPage(),
    mediaType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy":
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    },
  }),
});

const ownScript = "start.js";
const assets: Readonly<Record<string, string>> = {
  [ownScript]: "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui-standalone-preset.js": "text/javascript; charset=utf-8",
};

/** GET `/_sandbox/docs/{asset}`: a file of the page, from the package that has it. */
export const getDocsAsset = reading({
  id: "get-docs-asset",
  summary: "A script or style of that page",
  level: "server",
  method: "GET",
  path: "/docs/{asset}",
  query: NoQuery,
  answer: null,
  mediaType: "text/javascript; charset=utf-8",
  run({ params }) {
    const name = params["asset"] ?? "";
    const mediaType = Object.hasOwn(assets, name) ? assets[name] : undefined;
    if (mediaType === undefined) {
      throw new ControlError(404, `The page has no file ${JSON.stringify(name)}.`);
    }
    return { status: 200, body: name === ownScript ? docsScript : fileOf(name), mediaType };
  },
});

function fileOf(name: string): string {
  try {
    const file = createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ControlError(404, "The files of the page are not installed here.", {
      hint: `Install swagger-ui-dist; the documents themselves are at /_sandbox/openapi.json. ${String(error)}`,
    });
  }
}
