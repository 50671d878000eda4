// Refers two people of a member's firm page. A 409 is as good as a 201; every other refusal is an error of the job.
const { LEAD_API_URL: base, LEAD_API_KEY: key, LEAD_API_FIRM_ID: firm } = process.env;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function refer(person) {
  for (let wait = 250; wait < 20_000; wait *= 2) {
    try {
      const answer = await fetch(`${base}/v1/firms/${firm}/leads?disableClientOutreach=true`, {
        method: "POST",
        headers: { "X-API-Key": key, "content-type": "application/json" },
        body: JSON.stringify(person),
        signal: AbortSignal.timeout(8000),
      });
      await answer.arrayBuffer();
      if (answer.status === 201 || answer.status === 409) return;
      if (answer.status !== 429 && answer.status < 500)
        throw new TypeError(`refused: ${answer.status}`);
    } catch (error) {
      if (error instanceof TypeError && error.message.startsWith("refused")) throw error;
    }
    await pause(wait);
  }
  throw new Error("the service does not answer");
}

for (const [email, firstName] of [
  ["dora@example.com", "Dora"],
  ["emil@example.com", "Emil"],
]) {
  await refer({ email, firstName, lastName: "Example", phone: "416-555-0101" });
}
