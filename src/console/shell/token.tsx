import { useState } from "preact/hooks";

import { boundTo, enterToken, hasToken, messageOf } from "./connection.ts";
import { workspaceId } from "./route.ts";

/** The form for the control token, or for that of a workspace. The token stays in memory unless the user keeps it for this tab. */
export function TokenForm() {
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const form = new FormData(event.target);
    const token = form.get("token");
    try {
      await enterToken(typeof token === "string" ? token : "", form.has("kept"));
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <main class="token">
      <form class="form" onSubmit={(event) => void submit(event)}>
        <h1>
          {hasToken() || boundTo.value !== null
            ? `The workspace ${workspaceId.value} needs its token`
            : "This sandbox needs a token"}
        </h1>
        <label>
          Control token
          <input name="token" type="password" autocomplete="off" required autofocus />
        </label>
        <label class="check">
          <input name="kept" type="checkbox" /> Keep it until this tab is closed
        </label>
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" class="primary">
          Open
        </button>
        <p class="quiet">
          It is the value of LEAD_SANDBOX_CONTROL_TOKEN, or the token that a workspace got when it
          was created.
        </p>
      </form>
    </main>
  );
}
