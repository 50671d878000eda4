import type { BundleContent, BundledCall } from "./bundle-content.ts";

/** Whether a replay sends a call: it was carried out, has a path on this server and a method that a program can send. */
export function isReplayed({
  carriedOut,
  method,
  path,
}: Pick<BundledCall, "carriedOut" | "method" | "path">): boolean {
  const isSendable = /^[A-Z]+$/.test(method) && !/^(?:CONNECT|TRACE|TRACK)$/.test(method);
  return carriedOut && isSendable && path.startsWith("/");
}

/** The number of the varied call, counted from 1. Without one, it is the number after the last call. */
export function variedCallAt({ calls }: Pick<BundleContent, "calls">): number {
  const at = calls.findIndex(({ variation }) => variation !== null);
  return at === -1 ? calls.length + 1 : at + 1;
}
