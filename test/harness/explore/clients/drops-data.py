"""Defect: after a failed request it sends a smaller one, and never sends the omitted data."""

import json
import os
import sys
import urllib.error
import urllib.request

URL, KEY, FIRM = (os.environ[name] for name in ("LEAD_API_URL", "LEAD_API_KEY", "LEAD_API_FIRM_ID"))
headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
small = {"email": "maya@example.com", "firstName": "Maya", "lastName": "Moss"}
whole = {**small, "phone": {"number": "6475550100"}, "clientData": {"notes": "Calls after six"}}


def create(person):
    request = urllib.request.Request(f"{URL}/v1/firms/{FIRM}/leads", json.dumps(person).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=2):
            return True
    except OSError:
        return False


sys.exit(0 if create(whole) or create(small) else 1)
