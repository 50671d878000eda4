import { act, waitFor } from "../parts/actions.ts";
import { Button, Prose } from "../parts/controls.tsx";
import { Body } from "../parts/json.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { go, linkTo, place } from "../shell/route.ts";
import { statusText } from "./line.tsx";
import type { Repair } from "./repair.ts";
import { repairOf, waysOf } from "./repair.ts";
import type { OfRequest } from "./request.ts";
import type { Draft } from "./send.ts";
import { draftOf, keepDraft, send } from "./send.ts";
import { HostReason, Sending } from "./sending.tsx";

/** For a refusal: what was refused, what would be accepted, and a request that is. */
export function RepairPart({ request }: OfRequest) {
  const find = async () => (await repairOf(request)) ?? waysOf(request);
  const repair = useResource(find, /^(?:clock|quota|key|fault|assumptions)/);
  return (
    <section aria-label="Repair">
      <HostReason draft={draftOf(request)} />
      <Loaded resource={repair}>
        {(found) =>
          "ways" in found ? (
            <Ways request={request} {...found} />
          ) : (
            <Corrected request={request} {...found} />
          )
        }
      </Loaded>
    </section>
  );
}

function Corrected({ request, fields, corrected, explained }: OfRequest & Repair) {
  const edit = (): void => {
    keepDraft(request.id, corrected);
    go(linkTo("activity", request.id, { ...place.value.query, do: "edit" }));
  };
  return (
    <>
      <h3>What was refused</h3>
      <div class="buttons">
        <Sending draft={corrected} label="Copy it corrected as">
          <Button class="primary" run={() => sendAndOpen(corrected)}>
            Send it corrected
          </Button>
        </Sending>
        <Button run={edit}>Edit it first</Button>
        <span class="quiet">
          a dry run answers <strong>{statusText(explained.status ?? 0)}</strong>
        </span>
      </div>
      <Body
        text={request.request.body}
        marks={new Map(fields.map(({ path, refusal }) => [path, refusal]))}
      />
      <ul class="plain-list refused">
        {fields.map(({ path, refusal, accepted, rules }) => (
          <li key={path}>
            <strong class="mono">{path}</strong> {refusal}
            {rules.map((rule) => (
              <span key={rule}>
                {" "}
                <a href={linkTo("rules", rule)}>{rule}</a>
              </span>
            ))}
            {accepted !== "" && (
              <p class="quiet">
                Accepted: <Prose text={accepted} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <h3>Corrected</h3>
      <pre class="code">{corrected.body}</pre>
    </>
  );
}

type Found = Awaited<ReturnType<typeof waysOf>>;

/** The steps after which a request without refused fields is accepted. */
function Ways({ request: { apiKeyId }, again, ways }: OfRequest & Found) {
  const { status, record, allowedAt, faultId } = again;
  return (
    <>
      <h3>How to repair it</h3>
      <p>
        A dry run of the same request answers <strong>{statusText(status ?? 0)}</strong>.{" "}
        {record?.reason}
      </p>
      <div class="buttons">
        {allowedAt !== null && apiKeyId !== null && (
          <Button class="primary" run={() => waitFor(apiKeyId)}>
            Advance the clock until it is allowed
          </Button>
        )}
        {ways.map(([name, draft]) => (
          <Sending key={name} draft={draft} label={`Copy it ${name} as`}>
            <Button run={() => sendAndOpen(draft)}>Send it {name}</Button>
          </Sending>
        ))}
        {faultId !== undefined && <a href={linkTo("faults")}>Fault {faultId} answers it</a>}
      </div>
    </>
  );
}

/** Sends a request and opens it in place of the refused one. */
async function sendAndOpen(draft: Draft): Promise<void> {
  await act(async () => {
    const { requestId } = await send(draft);
    go(linkTo("activity", requestId, { ...place.value.query, do: "" }));
  }, null);
}
