/** A public URL: where a proxy or a mapped port serves this server, possibly below a path. */

/** Why an HTTP URL is not the base of other URLs; null for one that is. */
export function publicUrlProblem(text: string): string | null {
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) return "It has credentials, which every link would show.";
  if (/[?#]/.test(text)) return "It has a query or a fragment, behind which no path can follow.";
  return null;
}

/** The URL in its usual form, without slashes at the end. */
export function plainPublicUrl(text: string): string {
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/+$/, "");
}

/** The path of a public URL, such as `/tools`; empty for one without a path. */
export function basePathOf(publicUrl: string | null): string {
  return publicUrl === null ? "" : new URL(publicUrl).pathname.replace(/\/+$/, "");
}
