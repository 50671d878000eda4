// The same client as `tls.py`, in Node.
const [, , address, mode] = process.argv;
const base = address === "env" ? process.env.LEAD_API_URL : address;
if (mode === "trusts") process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";

const read = (url) =>
  fetch(`${url}/v1/firms/${process.env.LEAD_API_FIRM_ID}/leads`, {
    headers: { "X-API-Key": process.env.LEAD_API_KEY },
    signal: AbortSignal.timeout(5_000),
  });

for (let attempt = 0; attempt < 4; attempt += 1) {
  try {
    process.exit((await read(base)).status === 200 ? 0 : 1);
  } catch (error) {
    console.error(`attempt ${attempt}: ${error.cause?.code}`);
    if (mode === "falls-back") {
      process.exit((await read(base.replace("https:", "http:"))).status === 200 ? 0 : 1);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
process.exit(1);
