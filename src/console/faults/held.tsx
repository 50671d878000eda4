import { useState } from "preact/hooks";

import { targetOf } from "../activity/request.ts";
import { act } from "../parts/actions.ts";
import { Button, Code } from "../parts/controls.tsx";
import { timeOf } from "../parts/times.ts";
import { jsonOrText, workspace } from "../shell/connection.ts";

type Faults = ReturnType<typeof workspace>["faults"];
type HeldRequest = NonNullable<Awaited<ReturnType<Faults["get"]>>["held"]>[number];
type Release = Parameters<Faults["release"]>[1];

/** A held request: continue it, refuse it, or answer it by hand. */
export function Held({ faultId, request }: Readonly<{ faultId: string; request: HeldRequest }>) {
  const { requestId, method, apiKeyId, since } = request;
  const [isAnswering, setAnswering] = useState(false);
  const release = (how: Release, done: string) =>
    act(() => workspace().faults.release(faultId, { ...how, requestId }), done);
  return (
    <li class="card" aria-label={`Held request ${requestId}`}>
      <p>
        <span class="method mono quiet">{method}</span>{" "}
        <span class="path mono">{targetOf(request)}</span>{" "}
        <span class="quiet">
          waits since {timeOf(since)}
          {apiKeyId !== null && ` · ${apiKeyId}`} · {requestId}
        </span>
      </p>
      <div class="buttons">
        <Button run={() => release({ action: "continue" }, "The request was carried out.")}>
          Carry it out
        </Button>
        <Button run={() => release({ action: "refuse" }, "The request was answered with 503.")}>
          Refuse with 503
        </Button>
        <Button isPressed={isAnswering} run={() => setAnswering(!isAnswering)}>
          Answer by hand
        </Button>
      </div>
      {isAnswering && <ByHand onAnswer={release} />}
    </li>
  );
}

interface ByHandProps {
  readonly onAnswer: (how: Release, done: string) => Promise<boolean>;
}

/** The status and body of an answer. Sends a body that is not JSON as text. */
function ByHand({ onAnswer }: ByHandProps) {
  const [status, setStatus] = useState("200");
  const [body, setBody] = useState('{ "data": {} }');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = body === "" ? {} : { body: jsonOrText(body) };
    void onAnswer(
      { action: "answer", status: Number(status), ...given },
      `The request was answered with ${status}.`,
    );
  };
  return (
    <form class="form" onSubmit={submit}>
      <label>
        Status
        <input
          type="number"
          min="200"
          max="599"
          required
          value={status}
          onInput={({ currentTarget }) => setStatus(currentTarget.value)}
        />
      </label>
      <Code label="Body" rows={6} value={body} onText={setBody} />
      <button type="submit" class="primary">
        Send this answer
      </button>
    </form>
  );
}
