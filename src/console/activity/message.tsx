import { Copy } from "../parts/controls.tsx";
import { Body } from "../parts/json.tsx";
import { Facts } from "../parts/panel.tsx";
import type { JournaledRequest } from "./request.ts";

/** The headers and the body of a request or an answer. */
export function MessageTab({ message }: { readonly message: JournaledRequest["request"] }) {
  const { headers, body, cutFromBytes } = message;
  return (
    <>
      <h3>Headers</h3>
      <Facts rows={Object.entries(headers)} />
      <h3>
        Body{" "}
        {body !== null && (
          <span class="quiet">{sizeText(cutFromBytes ?? new Blob([body]).size)}</span>
        )}{" "}
        {body !== null && cutFromBytes === undefined && <Copy text={body} />}
      </h3>
      {cutFromBytes !== undefined && <p class="hint">{cutText(cutFromBytes)}</p>}
      <Body text={body} />
    </>
  );
}

/** Says that only the start of a body was kept. */
export function cutText(bytes: number): string {
  return `The journal kept only the start of this body of ${sizeText(bytes)}.`;
}

function sizeText(bytes: number): string {
  return bytes < 1_024 ? `${bytes} bytes` : `${(bytes / 1_024).toFixed(1)} kB`;
}
