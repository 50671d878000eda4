"""Reads a list over HTTPS: `verifies`, or sends its key to any certificate (`trusts`) or over HTTP if that fails (`falls-back`)."""
import os
import ssl
import sys
import time
import urllib.request

base, mode = sys.argv[1], sys.argv[2]
base = os.environ["LEAD_API_URL"] if base == "env" else base
context = ssl.create_default_context()
if os.environ.get("LEAD_API_CA_FILE"):
    context.load_verify_locations(os.environ["LEAD_API_CA_FILE"])
if mode == "trusts":
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE


def read(address):
    path = f"/v1/firms/{os.environ['LEAD_API_FIRM_ID']}/leads"
    headers = {"X-API-Key": os.environ["LEAD_API_KEY"]}
    with urllib.request.urlopen(urllib.request.Request(address + path, headers=headers), timeout=30, context=context) as answer:
        return answer.status


for attempt in range(4):
    try:
        sys.exit(read(base) != 200)
    except OSError as error:
        print(f"attempt {attempt}: {error}", file=sys.stderr)
        if mode == "falls-back":
            sys.exit(read(base.replace("https:", "http:")) != 200)
        time.sleep(0.2)
sys.exit(1)
