import { act } from "../parts/actions.ts";
import { copyText, download } from "../parts/copy.tsx";
import { workspace } from "../shell/connection.ts";
import { linkTo } from "../shell/route.ts";
import type { Language } from "./copy-as.ts";
import { languages, writtenHeaders } from "./copy-as.ts";
import { keysOf } from "./keys-of.ts";
import type { JournaledRequest } from "./request.ts";
import { targetOf } from "./request.ts";

/** The actions on a request. */
export function Actions({ request }: { readonly request: JournaledRequest }) {
  const { id, method, path, operationId } = request;
  return (
    <div class="buttons actions">
      <select
        aria-label="Copy as"
        value=""
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          currentTarget.value = "";
          if (isLanguage(value)) void copyAs(request, value);
        }}
      >
        <option value="">Copy as…</option>
        {Object.entries(languages).map(([language, { name }]) => (
          <option key={language} value={language}>
            {name}
          </option>
        ))}
      </select>
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
    const { headers, body } = request.request;
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
    const har = await workspace().requests.har();
    const entries = har.log.entries.filter(
      ({ comment }) => typeof comment === "string" && comment.startsWith(`${id} `),
    );
    const content = JSON.stringify({ log: { ...har.log, entries } }, null, 2);
    download(`${id}.har`, content, "application/json");
  }, null);
}

/** Saves this request as a pact with one interaction. */
async function savePact(requestId: string): Promise<void> {
  await act(async () => {
    const pact = await workspace().pact.recorded({ requestId });
    download(`${requestId}.pact.json`, JSON.stringify(pact, null, 2), "application/json");
  }, null);
}
