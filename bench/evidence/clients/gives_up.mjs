// Sends one person; every trouble is a failure of the job, which the operator starts again by hand.
const { LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID } = process.env;
const answer = await fetch(`${LEAD_API_URL}/v1/firms/${LEAD_API_FIRM_ID}/leads`, {
  method: "POST",
  headers: { "x-api-key": LEAD_API_KEY, "content-type": "application/json" },
  body: JSON.stringify({
    email: "rosa@example.com",
    firstName: "Rosa",
    lastName: "Ruiz",
    phone: { number: "416-555-0112" },
  }),
  signal: AbortSignal.timeout(5000),
});
const { data } = await answer.json();
if (answer.status !== 201 || typeof data.id !== "string") process.exit(1);
