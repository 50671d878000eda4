import { act } from "../parts/actions.ts";
import { Button, copyText, download } from "../parts/controls.tsx";
import { Menu } from "../parts/menu.tsx";
import { workspace } from "../shell/connection.ts";
import { linkTo } from "../shell/route.ts";
import { languages, writtenHeaders } from "./copy-as.ts";
import { cutText } from "./message.tsx";
import type { JournaledRequest } from "./request.ts";
import { targetOf } from "./request.ts";
import { keysOf } from "./send.ts";

/** The actions on a request. */
export function Actions({ request }: { readonly request: JournaledRequest }) {
  const { id, method, path, operationId } = request;
  const target = operationId === null ? { path } : { operationId };
  return (
    <div class="buttons actions">
      <Menu
        label="Copy as"
        items={[...languages.keys()].map((name) => [name, name])}
        onPick={(language) => void copyAs(request, language)}
      />
      <a class="button" href={linkTo("faults", null, { method, ...target })}>
        Plan a fault
      </a>
      <Button run={() => save(`${id}.har`, workspace().requests.har({ requestId: id }))}>
        HAR
      </Button>
      <Button run={() => save(`${id}.pact.json`, workspace().pact.recorded({ requestId: id }))}>
        Pact
      </Button>
    </div>
  );
}

/** Copies code that sends the request, with the key that the journal redacts. */
async function copyAs(request: JournaledRequest, language: string): Promise<void> {
  await act(async () => {
    const keys = await keysOf();
    const { headers, body, cutFromBytes } = request.request;
    if (cutFromBytes !== undefined) throw new Error(`Not copied: ${cutText(cutFromBytes)}`);
    const key = keys.find(({ id }) => id === request.apiKeyId)?.key;
    const written = writtenHeaders(headers);
    if (key !== undefined) written["x-api-key"] = key;
    const url = location.origin + targetOf(request);
    const write = languages.get(language);
    await copyText(write?.({ method: request.method, url, headers: written, body }) ?? "");
  }, `Copied as ${language}.`);
}

/** Saves this one request as a file. */
async function save(name: string, content: Promise<unknown>): Promise<void> {
  await act(async () => download(name, JSON.stringify(await content, null, 2)), null);
}
