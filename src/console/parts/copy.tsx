import { useState } from "preact/hooks";

/** Copies `text` and confirms it briefly. */
export function Copy({
  text,
  name = "Copy",
}: {
  readonly text: string | (() => string);
  readonly name?: string;
}) {
  const [isDone, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await copyText(typeof text === "string" ? text : text());
    setDone(true);
    setTimeout(() => setDone(false), 1_500);
  };
  return (
    <button type="button" class="copy" onClick={() => void copy()}>
      <span aria-live="polite">{isDone ? "Copied" : name}</span>
    </button>
  );
}

/** Copies text to the clipboard. Pages outside a secure context only have the older API. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** Downloads `content` as a file. */
export function download(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type: string,
): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
