"""Defect: it retries ten times without a pause."""

import json
import os
import sys
import urllib.error
import urllib.request

URL, KEY, FIRM = (os.environ[name] for name in ("LEAD_API_URL", "LEAD_API_KEY", "LEAD_API_FIRM_ID"))
person = {"email": "maya@example.com", "firstName": "Maya", "lastName": "Moss", "phone": {"number": "6475550100"}}
headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
for _ in range(10):
    request = urllib.request.Request(f"{URL}/v1/firms/{FIRM}/leads", json.dumps(person).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=2):
            sys.exit(0)
    except urllib.error.HTTPError as error:
        if error.code == 409:
            sys.exit(0)
    except OSError:
        pass
sys.exit(1)
