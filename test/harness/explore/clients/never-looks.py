"""Defect of a test: it checks only the status of a create, and never reads the Lead."""

import json
import os
import urllib.request

URL, KEY, FIRM = (os.environ[name] for name in ("LEAD_API_URL", "LEAD_API_KEY", "LEAD_API_FIRM_ID"))
person = {"email": "maya@example.com", "firstName": "Maya", "lastName": "Moss", "phone": {"number": "6475550100"}}
headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
request = urllib.request.Request(f"{URL}/v1/firms/{FIRM}/leads", json.dumps(person).encode(), headers)
with urllib.request.urlopen(request, timeout=2) as response:
    assert response.status == 201
