import { ApiError } from "../../network/http/api-error.ts";
import { isHttps } from "../../network/http/is-https.ts";
import type { Gate } from "./gate.ts";

/** Refuses plain HTTP, for a sandbox that requires HTTPS (interface 5.5; rule http.https-only). */
export const httpsGate: Gate = (context, next) => {
  if (isHttps(context.request)) return next(context);
  const status = context.trace.choice("http.https-only");
  throw new ApiError({
    status: status === "403" ? 403 : 426,
    rules: ["http.https-only"],
    reason: "This sandbox requires HTTPS, and the request used plain HTTP.",
    ...(status === "426" ? { headers: { upgrade: "TLS/1.2, HTTP/1.1" } } : {}),
  });
};
