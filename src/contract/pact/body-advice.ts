/** A mismatch of a body as a person reads it, and what to change. */

/** A mismatch without what the verifier says of its own insides. */
export function bodyMismatch(text: string): string {
  const insides = text.indexOf(": Error(Nom(");
  return insides === -1 ? text : text.slice(0, insides);
}

/** What to change in a pact that expects another body. */
export function bodyAdvice(text: string): string {
  if (/missing the following key|Expected .* but was missing/i.test(text)) {
    return "Do not expect what the interface does not send; GET /_sandbox/spec/openapi.json has its shapes.";
  }
  if (isAboutTimestamp(text)) {
    return "Timestamps have milliseconds (rule lead.timestamps): expect yyyy-MM-dd'T'HH:mm:ss.SSSX, a pattern that takes milliseconds, or any text.";
  }
  return "Match by type or by pattern rather than by value, and expect the type that the interface sends.";
}

/** Whether a timestamp as the interface sends it is compared with one of another form. */
function isAboutTimestamp(text: string): boolean {
  const [sent, expected = ""] = text.split(/ to (?:match|be equal to) /);
  const isSent = /'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z'/.test(sent ?? "");
  return isSent && !/'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z'|SSS/.test(expected);
}
