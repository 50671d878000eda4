/** Decodes a part of a URL. Text that does not decode, such as one with a bare percent sign, stays. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
