/** Whether a request came over HTTPS, here or at a reverse proxy. */
export function isHttps({ url, headers }: Pick<Request, "url" | "headers">): boolean {
  if (url.startsWith("https:")) return true;
  return headers.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https";
}
