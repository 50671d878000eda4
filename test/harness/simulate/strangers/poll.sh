#!/bin/sh
# Asks with curl, page by page, and makes one list of all pages at the end.
set -eu
cd "$LEAD_SANDBOX_STATE"
rm -f page.*
offset=0
while :; do
  curl --silent --show-error --fail --get --output "page.$offset" \
    --header "X-API-Key: $LEAD_API_KEY" \
    --data scope=withDeleted \
    --data-urlencode 'order=[["createdAt","ASC"]]' \
    --data limit=100 --data "offset=$offset" \
    "$LEAD_API_URL/v1/firms/$LEAD_API_FIRM_ID/leads"
  count=$(python3 -c 'import json, sys; print(len(json.load(sys.stdin)["data"]))' <"page.$offset")
  offset=$((offset + count))
  [ "$count" -eq 100 ] || break
done
python3 - page.* >ledger.new <<'END'
import json, sys
leads = {lead["id"]: lead for name in sys.argv[1:] for lead in json.load(open(name))["data"]}
print(json.dumps([
    {"id": i, "email": lead["email"],
     "state": "Active" if not lead["deletedAt"] else "Converted" if lead["convertedAt"] else "Archived"}
    for i, lead in leads.items()]))
END
mv ledger.new ledger.json
