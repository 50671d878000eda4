/** Prints how many milliseconds the first uses of the package take in a fresh process: `LIBRARY` is its URL. */
const { LIBRARY } = process.env;
const times = {};
let began = performance.now();
const note = (name) => {
  const now = performance.now();
  times[name] = now - began;
  began = now;
};
const { createSandbox } = await import(LIBRARY);
note("import");
const sandbox = await createSandbox();
note("create");
const { url, apiKey, firmId, fetch } = await sandbox.workspace();
note("first workspace");
const answer = await fetch(`${url}/v1/firms/${firmId}/leads`, {
  method: "POST",
  headers: { "x-api-key": apiKey, "content-type": "application/json" },
  body: '{"email":"maya@example.com","firstName":"Maya","lastName":"Moreau"}',
});
await answer.json();
note("first POST");
if (answer.status !== 201) throw new Error(`POST returned ${answer.status}.`);
process.stdout.write(`${JSON.stringify(times)}\n`);
await sandbox.close();
