import { forwardedBy } from "./forwarded.ts";

/** Whether a request came over HTTPS, here or at a reverse proxy. */
export function isHttps({ url, headers }: Pick<Request, "url" | "headers">): boolean {
  return url.startsWith("https:") || forwardedBy(headers).isHttps === true;
}
