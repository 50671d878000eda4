// Repeats a refused create at once, up to 200 times.
const { LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID } = process.env;
for (let attempt = 0; attempt < 200; attempt += 1) {
  try {
    const answer = await fetch(`${LEAD_API_URL}/v1/firms/${LEAD_API_FIRM_ID}/leads`, {
      method: "POST",
      headers: { "x-api-key": LEAD_API_KEY, "content-type": "application/json" },
      body: JSON.stringify({
        email: "olga@example.com",
        firstName: "Olga",
        lastName: "Orr",
        phone: { number: "416-555-0109" },
      }),
      signal: AbortSignal.timeout(5000),
    });
    await answer.arrayBuffer();
    if (answer.status === 201 || answer.status === 409) process.exit(0);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
process.exit(1);
