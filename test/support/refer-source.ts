/** A function for the source of a program under test: sends a Lead, and returns the status of the answer. */
export const referSource = `
async function refer({ url, apiKey, firmId }, email) {
  const sent = await fetch(url + "/v1/firms/" + firmId + "/leads", {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ email, firstName: "Maya", lastName: "Moreau" }),
  });
  return sent.status;
}
`;
