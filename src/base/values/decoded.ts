/** Decodes a part of a URL. Text that does not decode, such as one with a bare percent sign, stays. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A query as its client wrote it before it was encoded, for people to read and to search. What does not decode stays, and
 * so do control characters, which are invisible.
 */
export function readableQuery(query: string): string {
  return query.replaceAll("+", " ").replaceAll(/(?:%[\da-f]{2})+/gi, (run) => {
    const text = decoded(run);
    return /[\p{Cc}\p{Cf}]/u.test(text) ? run : text;
  });
}
