/** Longer bodies are cut to this size. */
const bodyBytesMax = 65_536;
/** The limit for all bodies of a report; the report always includes the bodies of varied calls. */
const reportBytesMax = 16 * 1_048_576;

/** Cuts the bodies of one report, so that it stays small enough for a browser. */
export type CutBody = (body: string | null, isOfVariedCall: boolean) => string | null;

export function newBodyCutter(): CutBody {
  let kept = 0;
  return (body, isOfVariedCall) => {
    if (body === null) return null;
    const bytes = Buffer.byteLength(body);
    const wanted = Math.min(bytes, bodyBytesMax);
    if (kept + wanted > reportBytesMax && !isOfVariedCall) return `… (left out: ${bytes} bytes)`;
    kept += wanted;
    return bytes <= bodyBytesMax ? body : `${firstBytes(body)}… (cut: ${bytes} bytes)`;
  };
}

/** Omits a character that the cut would split. */
function firstBytes(text: string): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bodyBytesMax), { stream: true });
}
