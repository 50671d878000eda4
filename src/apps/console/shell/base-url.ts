/** The URL of the sandbox as this page reaches it: a proxy may serve it below a path. */
export function baseUrl(): string {
  return location.origin + location.pathname.replace(/\/_sandbox\/?$/, "");
}
