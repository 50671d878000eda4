"""Defect: it requires 404 for a Lead that it may not read, although the interface also allows 403."""

import os
import sys
import urllib.error
import urllib.request

URL, KEY = os.environ["LEAD_API_URL"], os.environ["LEAD_API_KEY"]
request = urllib.request.Request(f"{URL}/v1/leads/LeadMRa1", headers={"X-API-Key": KEY})
try:
    urllib.request.urlopen(request, timeout=2)
except urllib.error.HTTPError as error:
    sys.exit(0 if error.code == 404 else 1)
