// The same client as `tls.py`, in Node.
const [, , address, mode] = process.argv;
const base = address === "env" ? process.env.LEAD_API_URL : address;
if (mode === "trusts") process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";

async function isRead(url) {
  const { status } = await fetch(`${url}/v1/firms/${process.env.LEAD_API_FIRM_ID}/leads`, {
    headers: { "X-API-Key": process.env.LEAD_API_KEY },
    signal: AbortSignal.timeout(30_000),
  });
  return status === 200;
}

async function isReadWithin(attempts) {
  try {
    return await isRead(base);
  } catch (error) {
    process.stderr.write(`${error.cause?.code}\n`);
    if (mode === "falls-back") return isRead(base.replace("https:", "http:"));
    if (attempts === 1) return false;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return isReadWithin(attempts - 1);
  }
}

process.exit((await isReadWithin(4)) ? 0 : 1);
