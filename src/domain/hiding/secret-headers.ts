/** Headers in which clients of other services send their key, in lower case. */
export const otherKeyHeaders: readonly string[] = [
  "authorization",
  "api-key",
  "x-apikey",
  "apikey",
  "x-auth-token",
];

/** Headers whose values are never shown whole, in lower case: keys, and sessions that the sandbox does not know. */
export const secretHeaders: ReadonlySet<string> = new Set([
  "x-api-key",
  ...otherKeyHeaders,
  "proxy-authorization",
  "cookie",
  "set-cookie",
]);
