"""Defect: it recognizes a conflict by the message text."""

import json
import os
import sys
import urllib.error
import urllib.request

URL, KEY, FIRM = (os.environ[name] for name in ("LEAD_API_URL", "LEAD_API_KEY", "LEAD_API_FIRM_ID"))
person = {"email": "ada.active@example.com", "firstName": "Ada", "lastName": "Abel", "phone": {"number": "6475550100"}}
headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
request = urllib.request.Request(f"{URL}/v1/firms/{FIRM}/leads", json.dumps(person).encode(), headers)
try:
    urllib.request.urlopen(request, timeout=2)
except urllib.error.HTTPError as error:
    if json.loads(error.read())["message"] != "Failed to create the Lead":
        sys.exit("unknown error")
