const shape = /^(\d{1,15}(?:\.\d{1,6})?) ?(?:([kmg])(i?))?b?$/i;
const powers: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3 };

/** The bytes of a size such as `50MB`, `512MiB`, `1.5G` or `1024`; null if it is invalid or too large. */
export function readSize(text: string): number | null {
  const [, amount, prefix = "", binary = ""] = shape.exec(text) ?? [];
  if (amount === undefined) return null;
  const unit = (binary === "" ? 1_000 : 1_024) ** (powers[prefix.toLowerCase()] ?? 0);
  const bytes = Math.round(Number(amount) * unit);
  return Number.isSafeInteger(bytes) ? bytes : null;
}
