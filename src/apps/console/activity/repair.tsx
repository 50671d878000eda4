import { act, waitFor } from "../parts/actions.tsx";
import { Button, Prose } from "../parts/controls.tsx";
import { Body, JsonError } from "../parts/json.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { counted } from "../parts/times.ts";
import { go, linkTo, place } from "../shell/route.ts";
import { statusText } from "./line.tsx";
import type { Repair } from "./repair.ts";
import { repairOf } from "./repair.ts";
import type { OfRequest } from "./request.ts";
import type { Draft } from "./send.tsx";
import { draftOf, HostReason, keepDraft, send, Sending } from "./send.tsx";
import type { Ways } from "./ways.ts";
import { isAccepted, waysOf } from "./ways.ts";

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
            <WaysPart request={request} {...found} />
          ) : (
            <Corrected request={request} {...found} />
          )
        }
      </Loaded>
    </section>
  );
}

function Corrected({ request, fields, corrected, explained }: OfRequest & Repair) {
  return (
    <>
      <h3>What was refused</h3>
      <div class="buttons">
        {isAccepted(explained) && (
          <Sending draft={corrected} label="Copy it corrected as">
            <Button class="primary" run={() => sendAndOpen(corrected)}>
              Send it corrected
            </Button>
          </Sending>
        )}
        <Edit request={request} draft={corrected} />
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

/** The steps after which a request without refused fields is accepted; editing it is always one. */
function WaysPart({ request, again, ways, keysRefused }: OfRequest & Ways) {
  const { status, record, allowedAt, faultId } = again;
  const { apiKeyId } = request;
  const draft = draftOf(request);
  return (
    <>
      <h3>How to repair it</h3>
      <p>
        A dry run of the same request answers <strong>{statusText(status ?? 0)}</strong>.{" "}
        {record?.reason}
      </p>
      <JsonError text={draft.body} />
      {keysRefused > 0 && (
        <p>
          No other key of this workspace may send it ({counted(keysRefused, "key")} tried):{" "}
          <a href={linkTo("world")}>Firms and keys</a>
        </p>
      )}
      <div class="buttons">
        {allowedAt !== null && apiKeyId !== null && (
          <Button class="primary" run={() => waitFor(apiKeyId)}>
            Advance the clock until it is allowed
          </Button>
        )}
        {ways.map(([name, changed]) => (
          <Sending key={name} draft={changed} label={`Copy it ${name} as`}>
            <Button run={() => sendAndOpen(changed)}>Send it {name}</Button>
          </Sending>
        ))}
        <Edit request={request} draft={draft} />
        {faultId !== undefined && <a href={linkTo("faults")}>Fault {faultId} answers it</a>}
      </div>
    </>
  );
}

function Edit({ request: { id }, draft }: OfRequest & { readonly draft: Draft }) {
  const edit = (): void => {
    keepDraft(id, draft);
    go(linkTo("activity", id, { ...place.value.query, do: "edit" }));
  };
  return <Button run={edit}>Edit it first</Button>;
}

/** Sends a request and opens it in place of the refused one. */
function sendAndOpen(draft: Draft): Promise<boolean> {
  return act(() => send(draft), null);
}
