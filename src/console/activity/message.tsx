import { Copy } from "../parts/copy.tsx";
import { Body } from "../parts/json.tsx";
import type { JournaledRequest } from "./request.ts";

/** The headers and the body of a request or an answer. */
export function MessageTab({ message }: { readonly message: JournaledRequest["request"] }) {
  const { headers, body } = message;
  return (
    <>
      <h3>Headers</h3>
      <dl class="headers">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>
        Body {body !== null && <span class="quiet">{sizeOf(body)}</span>}
        {body !== null && <Copy text={body} />}
      </h3>
      <Body text={body} />
    </>
  );
}

function sizeOf(text: string): string {
  const bytes = new Blob([text]).size;
  return bytes < 1_024 ? `${bytes} bytes` : `${(bytes / 1_024).toFixed(1)} kB`;
}
