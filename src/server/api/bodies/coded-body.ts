import type { BodyBounds, BodyResult } from "../../../network/http/body.ts";
import { decodedJsonObject } from "../../../network/http/body.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";

type Coded = BodyResult & { readonly coded: Buffer };

/** Whether a body has a content coding and was not decoded yet. */
export function isCoded(body: BodyResult): body is Coded {
  return "coded" in body;
}

/** A coded body, decoded if the workspace chose that (rule http.content-encoding). */
export function decodedIfChosen(
  { request, trace, workspace }: Pick<RequestContext, "request" | "trace" | "workspace">,
  body: Coded,
  bounds: BodyBounds,
): BodyResult | Promise<BodyResult> {
  if (trace.choice("http.content-encoding") === "refused") return body;
  return decodedJsonObject(body.coded, request.headers, { ...bounds, owner: workspace });
}
