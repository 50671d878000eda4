"""Full scan: reads every Lead of the Firm, oldest first, and replaces the ledger."""
import json, os, urllib.parse, urllib.request

base, key = os.environ["LEAD_API_URL"], os.environ["LEAD_API_KEY"]
firm, folder = os.environ["LEAD_API_FIRM_ID"], os.environ.get("LEAD_SANDBOX_STATE", ".")

def get(**query):
    url = f"{base}/v1/firms/{firm}/leads?{urllib.parse.urlencode(query)}"
    request = urllib.request.Request(url, headers={"X-API-Key": key})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)["data"]

def state(lead):
    return "Active" if not lead["deletedAt"] else "Converted" if lead["convertedAt"] else "Archived"

rows, page = {}, None
while page is None or len(page) == 100:
    # With withDeleted no Lead leaves the list, and new ones come last: pages do not shift.
    page = get(scope="withDeleted", order='[["createdAt","ASC"]]', limit=100, offset=len(rows))
    rows.update({lead["id"]: {"id": lead["id"], "email": lead["email"], "state": state(lead)} for lead in page})

with open(f"{folder}/ledger.new", "w") as file:
    json.dump(list(rows.values()), file)
os.replace(f"{folder}/ledger.new", f"{folder}/ledger.json")  # whole at any moment
