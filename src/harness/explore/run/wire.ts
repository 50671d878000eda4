/** What a call shows besides its path, body and answer. Keys are hidden. */
import { createHash } from "node:crypto";

import { secretHeaders } from "../../../domain/hiding/secret-headers.ts";
import { holdsKey, replaceKeys } from "../../../domain/hiding/written-keys.ts";
import { surfaceName } from "../../../domain/model/surface.ts";
import { isHttps } from "../../../network/http/is-https.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import type { CallWire } from "../model.ts";

/** Longer values of headers are cut. */
const valueLengthMax = 500;

/** The headers, surface and scheme of a request, and whether a key is where it does not belong. */
export function wireOf(context: RequestContext, body: string | null): Omit<CallWire, "process"> {
  const { request, requestId, surface, keyText, target, workspace } = context;
  // Only the sandbox issues its keys, so any other UUID is data.
  const isKey = (text: string): boolean => workspace.findKey(text) !== null;
  return {
    requestId,
    headers: hiddenHeaders(request.headers),
    surface: surfaceName(surface),
    scheme: isHttps(request) ? "https" : "http",
    keyHash: keyText === "" ? null : keyFingerprint(keyText),
    keyIn: holdsKey(`${target.path}?${target.query}`, isKey)
      ? "url"
      : holdsKey(body ?? "", isKey)
        ? "body"
        : null,
  };
}

function hiddenHeaders(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from(headers, ([name, value]) => [
      name,
      secretHeaders.has(name)
        ? "(hidden)"
        : replaceKeys(value, () => "(key)").slice(0, valueLengthMax),
    ]),
  );
}

/** A hash of 12 hexadecimal digits that differs between keys. */
export function keyFingerprint(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 12);
}
