import { useState } from "preact/hooks";

import { Check, Form, Text } from "../parts/controls.tsx";
import { Problem } from "../parts/resource.tsx";
import { boundTo, enterToken, messageOf, token as entered } from "./connection.ts";
import { workspaceId } from "./route.ts";

/** The form for the control token, or for that of a workspace. The token stays in memory unless the user keeps it for this tab. */
export function TokenForm() {
  const [problem, setProblem] = useState<string | null>(null);
  const [token, setToken] = useState("");
  const [isKept, setKept] = useState(false);
  const fail = (error: unknown): void => setProblem(messageOf(error));
  return (
    <main class="token">
      <Form class="form" run={() => enterToken(token, isKept).catch(fail)}>
        <h1>
          {entered.value !== null || boundTo.value !== null
            ? `The workspace ${workspaceId.value} needs its token`
            : "This sandbox needs a token"}
        </h1>
        <label>
          Control token
          <Text
            label="Control token"
            type="password"
            autocomplete="off"
            required
            autofocus
            value={token}
            onText={setToken}
          />
        </label>
        <Check isOn={isKept} onPick={setKept}>
          Keep it until this tab is closed
        </Check>
        {problem !== null && <Problem text={problem} />}
        <button class="primary">Open</button>
        <p class="quiet">
          It is the value of LEAD_SANDBOX_CONTROL_TOKEN, or the token that a workspace got when it
          was created.
        </p>
      </Form>
    </main>
  );
}
