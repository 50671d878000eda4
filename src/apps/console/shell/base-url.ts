/** The address of a page of the guide, such as `mail#read-the-mail`. */
export function guideUrl(page: string): string {
  return `${baseUrl()}/_sandbox/guide/${page}`;
}

/** The URL of the sandbox as this page reaches it: a proxy may serve it below a path. */
export function baseUrl(): string {
  return location.origin + location.pathname.replace(/\/_sandbox\/?$/, "");
}
