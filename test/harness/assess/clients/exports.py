"""Exports all Leads in pages of a size: `whole` when the last page has arrived, or what it got until a page failed (`truncates`)."""
import json
import os
import sys
import urllib.request

mode, limit = sys.argv[1], int(sys.argv[2])
ledger = os.path.join(os.environ["LEAD_SANDBOX_STATE"], "ledger.json")
path = f"/v1/firms/{os.environ['LEAD_API_FIRM_ID']}/leads?scope=withDeleted&order=%5B%5B%22createdAt%22,%22ASC%22%5D%5D&limit={limit}"
rows = []
while True:
    headers = {"X-API-Key": os.environ["LEAD_API_KEY"]}
    request = urllib.request.Request(f"{os.environ['LEAD_API_URL']}{path}&offset={len(rows)}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            page = json.load(answer)["data"]
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        if mode == "whole":
            sys.exit(1)
        break
    rows += [{"id": lead["id"], "email": lead["email"]} for lead in page]
    if len(page) < limit:
        break
with open(ledger, "w", encoding="utf-8") as file:
    json.dump(rows, file)
