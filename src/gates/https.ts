import type { MiddlewareHandler } from "hono";

import { ApiError } from "../http/api-error.ts";
import type { EmulatedEnv } from "../workspace/exchange.ts";

/** Refuses plain HTTP when the sandbox is told to require HTTPS (interface 5.5; rule http.https-only). */
export function httpsGate(required: boolean): MiddlewareHandler<EmulatedEnv> {
  return async function https(c, next) {
    if (required && !isHttps(c.req.url, c.req.header("x-forwarded-proto"))) {
      const status = c.get("exchange").trace.choice("http.https-only");
      throw new ApiError({
        status: status === "403" ? 403 : 426,
        rules: ["http.https-only"],
        reason: "This sandbox was told to require HTTPS and the request came over plain HTTP.",
        ...(status === "426" ? { headers: { upgrade: "TLS/1.2, HTTP/1.1" } } : {}),
      });
    }
    await next();
  };
}

function isHttps(url: string, forwardedProto: string | undefined): boolean {
  return url.startsWith("https:") || forwardedProto?.split(",")[0]?.trim() === "https";
}
