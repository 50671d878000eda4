/** The requests of a small test: POST, GET, list, PATCH, GET. */
export async function fiveRequests({ url, apiKey, firmId, fetch }, email = "maya@example.com") {
  const headers = { "x-api-key": apiKey, "content-type": "application/json" };
  const send = async (method, path, body) => {
    const answer = await fetch(`${url}/v1${path}`, { method, headers, ...(body && { body }) });
    if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}.`);
    return answer.json();
  };
  const leads = `/firms/${firmId}/leads`;
  const person = { email, firstName: "Maya", lastName: "Moreau" };
  const clientData = { Plans: [{ type: "Buying" }] };
  const { data } = await send("POST", leads, JSON.stringify({ ...person, clientData }));
  await send("GET", `/leads/${data.id}`);
  await send("GET", `${leads}?limit=20`);
  await send("PATCH", `/leads/${data.id}`, JSON.stringify({ lastName: "Lind" }));
  const last = await send("GET", `/leads/${data.id}`);
  return last.data.lastName;
}
