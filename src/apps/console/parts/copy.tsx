import { act } from "./actions.ts";
import { Button } from "./controls.tsx";

export function Copy({ text, name = "Copy" }: Readonly<{ text: string; name?: string }>) {
  return (
    <Button class="copy" run={() => act(() => copyText(text), "Copied.")}>
      {name}
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
