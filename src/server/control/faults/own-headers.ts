/** Only the server writes these, to frame the answer and keep the connection alive (RFC 9110, section 7.6.1; RFC 9112). */
const connectionHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The names among `headers` that only the server may set. */
export function ownHeadersIn(headers: Readonly<Record<string, string>> = {}): readonly string[] {
  return Object.keys(headers).filter((name) => connectionHeaders.has(name.toLowerCase()));
}
