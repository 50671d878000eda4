/**
 * A client that waits, retries and looks for the Lead after a lost response, and one that treats
 * every response as success.
 */
const person = (email) => ({
  email,
  firstName: "Maya",
  lastName: "Moss",
  phone: { number: "6475550100" },
});

async function send({ url, apiKey }, method, path, body) {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    signal: AbortSignal.timeout(3_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 429 || response.status >= 500) throw new Error(String(response.status));
  return { status: response.status, body: JSON.parse(text) };
}

/** Creates a Lead and returns its response; throws when it cannot. */
export async function refer(workspace, email) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const path = `/firms/${workspace.firmId}/leads`;
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      const { status } = await send(workspace, "POST", path, person(email));
      if (status === 201 || status === 409) return email;
      throw new Error(`POST answers ${status}`);
    } catch (error) {
      if (attempt === 4) throw error;
      const pauseMs = error.message === "429" ? 2_100 : 150 * attempt;
      // oxlint-disable-next-line no-await-in-loop -- a pause before the next one
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Sends a Lead and ignores the response. */
export async function referCarelessly(workspace, email) {
  await send(workspace, "POST", `/firms/${workspace.firmId}/leads`, person(email)).catch(() => {});
  return email;
}
