/** The syntax of an email address by RFC 5321, extended to other scripts by RFC 6531 (rule lead.email.syntax). */

const other = String.raw`\u00a1-\ud7ff\ue000-\u{10ffff}`;
const atom = `[\\w!#$%&'*+/=?^\`{|}~${other}-]+`;
const quoted = String.raw`"(?:[ !#-\[\]-~${other}]|\\[ -~])*"`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`;
const octet = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const ipv4 = String.raw`(?:${octet}\.){3}${octet}`;

/** The grammar without length limits. It is unambiguous, so it takes linear time (no ReDoS). */
export const emailPattern = new RegExp(
  String.raw`^(?:${atom}(?:\.${atom})*|${quoted})@(?:${label}(?:\.${label})+|\[(?:${ipv4}|IPv6:[\da-f:.]+)\])$`,
  "iu",
);

/** Maximum octets before the at sign (RFC 5321, 4.5.3.1.1). */
const localOctetsMax = 64;

/** A label has at most 63 octets (RFC 1035, 2.3.4). */
const asciiLabel = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const asciiDomain = new RegExp(String.raw`^(?:${asciiLabel}\.)+(?!\d+$)${asciiLabel}$`, "i");

/** Whether `text` is an email address. Does not limit the length as a whole. */
export function isEmailAddress(text: string): boolean {
  if (!emailPattern.test(text)) return false;
  const at = text.lastIndexOf("@");
  return octetsOf(text.slice(0, at)) <= localOctetsMax && isMailDomain(text.slice(at + 1));
}

/** The length of a text in UTF-8. */
export function octetsOf(text: string): number {
  return Buffer.byteLength(text);
}

/** Checks names in other scripts in their punycode form. */
function isMailDomain(domain: string): boolean {
  if (domain.startsWith("[")) {
    const literal = /^\[IPv6:(.*)\]$/i.exec(domain);
    return literal === null || URL.canParse(`http://[${literal[1]}]`);
  }
  const ascii = /^[\w.-]*$/.test(domain) ? domain : URL.parse(`http://${domain}`)?.hostname;
  return ascii !== undefined && asciiDomain.test(ascii);
}
