/** Makes calls of the requests that reach a sandbox while a program watches it. */
import { createHash } from "node:crypto";

import { secretHeaders } from "../../domain/hiding/secret-headers.ts";
import { replaceKeys } from "../../domain/hiding/written-keys.ts";
import { surfaceName } from "../../domain/model/surface.ts";
import { isHttps } from "../../network/http/is-https.ts";
import type { RequestContext } from "../../world/workspace/requests/context.ts";
import type { Call } from "./call.ts";

/** What only a watching program knows of a call. */
export type Watched = Pick<Call, "body" | "requestHeaders" | "sentAtMs">;

/** The call of a request, without its answer. Its `key` is a hash. */
export function arrivedCall(
  context: RequestContext,
  watched: Watched,
): Omit<Call, "status" | "responseHeaders" | "answer" | "answeredAtMs"> {
  const { request, surface, keyText, target, method, path, operationId } = context;
  return {
    method,
    scheme: isHttps(request) ? "https" : "http",
    host: request.headers.get("host") ?? "",
    basePath: "",
    path: target.path,
    query: target.query,
    operation: operationId ?? `${method} ${path}`,
    surface: surfaceName(surface),
    key: keyText === "" ? null : keyFingerprint(keyText),
    ...watched,
  };
}

/** The headers of a request without keys. Values over 500 characters are cut. */
export function hiddenHeaders(headers: Headers): Call["requestHeaders"] {
  return new Map(
    Array.from(headers, ([name, value]) => [
      name,
      secretHeaders.has(name) ? "(hidden)" : replaceKeys(value, () => "(key)").slice(0, 500),
    ]),
  );
}

/** A hash of 12 hexadecimal digits that differs between keys. */
export function keyFingerprint(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 12);
}
