/** Makes body mismatches readable and advises how to change the pact. */

/** Removes the verifier's internal details from a mismatch. */
export function bodyMismatch(text: string): string {
  const insides = text.indexOf(": Error(Nom(");
  return insides === -1 ? text : text.slice(0, insides);
}

/** The advice for a pact that expects another body. */
export function bodyAdvice(text: string): string {
  if (/missing the following key|but was missing/i.test(text)) {
    return "Do not expect what the interface does not send; GET /_sandbox/spec/openapi.json has its shapes.";
  }
  if (isAboutTimestamp(text)) {
    return "Timestamps have milliseconds (rule lead.timestamps): expect yyyy-MM-dd'T'HH:mm:ss.SSSX, a pattern that takes milliseconds, or any text.";
  }
  return "Match by type or by pattern rather than by value, and expect the type that the interface sends.";
}

/** Whether the mismatch compares a timestamp of the interface with another format; null, for one, has none. */
function isAboutTimestamp(text: string): boolean {
  const [sent, expected = ""] = text.split(/ to (?:match|be equal to) /);
  if (!expected.includes("'")) return false;
  const isSent = /'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z'/.test(sent ?? "");
  return isSent && !/'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z'|SSS/.test(expected);
}
