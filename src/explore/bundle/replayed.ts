import type { BundledCall } from "./bundle-content.ts";

/** Whether a replay sends a call: it was carried out, has a path on this server and a method that a program can send. */
export function isReplayed({
  carriedOut,
  method,
  path,
}: Pick<BundledCall, "carriedOut" | "method" | "path">): boolean {
  const isSendable = /^[A-Z]+$/.test(method) && !/^(?:CONNECT|TRACE|TRACK)$/.test(method);
  return carriedOut && isSendable && path.startsWith("/");
}
