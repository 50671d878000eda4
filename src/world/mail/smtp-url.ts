import type { SmtpServer } from "./smtp.ts";

/** The form of a mail server's URL. */
export const smtpUrlShape =
  "smtp://host:port or smtps://host:port, with user:password@ before the host if required";

const option = "tls.rejectUnauthorized";

/** The mail server that a URL names; null when the URL is invalid. */
export function smtpServer(text: string): SmtpServer | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const secure = url.protocol === "smtps:";
  if (!secure && url.protocol !== "smtp:") return null;
  if (url.hostname === "" || !["", "/"].includes(url.pathname) || url.hash !== "") return null;
  if (url.port === "0") return null;
  const user = decodedCredential(url.username);
  const pass = decodedCredential(url.password);
  // Both or neither: every server rejects half of the credentials.
  if (user === null || pass === null || (user === "") !== (pass === "")) return null;
  const verify = url.searchParams.get(option) ?? "true";
  if (!["true", "false"].includes(verify)) return null;
  if ([...url.searchParams.keys()].some((name) => name !== option)) return null;
  const standard = secure ? 465 : 25;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? standard : Number(url.port),
    secure,
    auth: user === "" ? null : { user, pass },
    verifiesCertificate: verify === "true",
  };
}

function decodedCredential(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // Invalid percent-encoding.
    return null;
  }
}
