import type { SmtpServer } from "./smtp.ts";

/** What the URL of a mail server may look like. */
export const smtpUrlShape =
  "smtp://host:port or smtps://host:port, with user:password@ before the host where it wants them";

const option = "tls.rejectUnauthorized";

/** The mail server that a URL names, or null when it names none. */
export function smtpServer(text: string): SmtpServer | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const secure = url.protocol === "smtps:";
  if (!secure && url.protocol !== "smtp:") return null;
  if (url.hostname === "" || !["", "/"].includes(url.pathname) || url.hash !== "") return null;
  const verify = url.searchParams.get(option) ?? "true";
  if (!["true", "false"].includes(verify)) return null;
  if ([...url.searchParams.keys()].some((name) => name !== option)) return null;
  const standard = secure ? 465 : 25;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? standard : Number(url.port),
    secure,
    auth:
      url.username === ""
        ? null
        : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    verifiesCertificate: verify === "true",
  };
}
