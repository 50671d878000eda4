import { useState } from "preact/hooks";

import { Button } from "./controls.tsx";

type Text = string | (() => string);

/** Copies `text` and confirms it briefly. */
export function Copy({ text, name = "Copy" }: { readonly text: Text; readonly name?: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await copyText(typeof text === "string" ? text : text());
    setDone(true);
    setTimeout(() => setDone(false), 1_500);
  };
  return (
    <Button kind="copy" run={copy}>
      <span aria-live="polite">{isDone ? "Copied" : name}</span>
    </Button>
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
  type = "application/json",
): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A button that opens files of JSON. */
export function FileButton({
  name,
  onFiles,
}: {
  readonly name: string;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  return (
    <label class="button file">
      {name}
      <input
        type="file"
        multiple
        accept="application/json"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
