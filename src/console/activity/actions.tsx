import { act } from "../parts/actions.ts";
import { copyText, download } from "../parts/copy.tsx";
import { Menu } from "../parts/menu.tsx";
import { workspace } from "../shell/connection.ts";
import { linkTo } from "../shell/route.ts";
import type { Language } from "./copy-as.ts";
import { languages, writtenHeaders } from "./copy-as.ts";
import { keysOf } from "./keys-of.ts";
import { cutText } from "./message.tsx";
import type { JournaledRequest } from "./request.ts";
import { targetOf } from "./request.ts";

/** The actions on a request. */
export function Actions({ request }: { readonly request: JournaledRequest }) {
  const { id, method, path, operationId } = request;
  return (
    <div class="buttons actions">
      <Menu
        label="Copy as"
        items={Object.entries(languages).map(([language, { name }]) => ({ id: language, name }))}
        onPick={(language) => isLanguage(language) && void copyAs(request, language)}
      />
      <a
        class="button"
        href={linkTo("faults", null, {
          method,
          ...(operationId === null ? { path } : { operationId }),
        })}
      >
        Plan a fault
      </a>
      <button type="button" onClick={() => void saveHar(id)}>
        HAR
      </button>
      <button type="button" onClick={() => void savePact(id)}>
        Pact
      </button>
    </div>
  );
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}

/** Copies code that sends the request, with the key that the journal redacts. */
async function copyAs(request: JournaledRequest, language: Language): Promise<void> {
  const { name, write } = languages[language];
  await act(async () => {
    const keys = await keysOf();
    const { headers, body, cutFromBytes } = request.request;
    if (cutFromBytes !== undefined) throw new Error(`Not copied: ${cutText(cutFromBytes)}`);
    const key = keys.find(({ id }) => id === request.apiKeyId)?.key;
    const written = writtenHeaders(headers);
    if (key !== undefined) written["x-api-key"] = key;
    const url = location.origin + targetOf(request);
    await copyText(write({ method: request.method, url, headers: written, body }));
  }, `Copied as ${name}.`);
}

/** Saves this one request of the journal as a HAR file. */
async function saveHar(id: string): Promise<void> {
  await act(async () => {
    const har = await workspace().requests.har({ requestId: id });
    download(`${id}.har`, JSON.stringify(har, null, 2), "application/json");
  }, null);
}

/** Saves this request as a pact with one interaction. */
async function savePact(requestId: string): Promise<void> {
  await act(async () => {
    const pact = await workspace().pact.recorded({ requestId });
    download(`${requestId}.pact.json`, JSON.stringify(pact, null, 2), "application/json");
  }, null);
}
