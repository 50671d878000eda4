const lengthMax = 300;

/** `text`, which can contain a name of any length, cut at 300 characters. */
export function shortened(text: string): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text;
}
