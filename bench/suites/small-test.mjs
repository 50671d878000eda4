/** What a small test does, against each kind of server. */
const person = { email: "maya@example.com", firstName: "Maya", lastName: "Moreau" };
const newLead = JSON.stringify({ ...person, clientData: { Plans: [{ type: "Buying" }] } });

async function send({ url, apiKey, fetch }, method, path, body) {
  const headers = { "x-api-key": apiKey, ...(body && { "content-type": "application/json" }) };
  const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}

async function createLead(workspace) {
  const { data } = await send(workspace, "POST", `/v1/firms/${workspace.firmId}/leads`, newLead);
  return data.id;
}

/** The requests of a small test: POST, GET, list, PATCH, GET. */
export async function fiveRequests(workspace) {
  const one = `/v1/leads/${await createLead(workspace)}`;
  await send(workspace, "GET", one);
  await send(workspace, "GET", `/v1/firms/${workspace.firmId}/leads?limit=20`);
  await send(workspace, "PATCH", one, '{"lastName":"Lind"}');
  const last = await send(workspace, "GET", one);
  return last.data.lastName;
}

/** Returns a function that opens a workspace: of the package `LIBRARY`, or at `BARE_URL`. */
export async function opener({ BARE_URL, FIRM, LIBRARY }) {
  if (LIBRARY === undefined) return () => openBare(BARE_URL, FIRM);
  const { createSandbox } = await import(LIBRARY);
  const sandbox = await createSandbox({ quota: null });
  return () => sandbox.workspace();
}

/** Bare Hono has no workspaces: a POST and a GET replace the new one and its drop. */
async function openBare(url, firmId) {
  const workspace = { url, apiKey: "", firmId, fetch };
  const id = await createLead(workspace);
  return { ...workspace, drop: () => send(workspace, "GET", `/v1/leads/${id}`) };
}
