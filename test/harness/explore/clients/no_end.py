"""Creates a Lead until it is there. Defects by argument: `waits` has no time limit, `repeats` repeats a 409 without end."""

import json
import os
import sys
import time
import urllib.error
import urllib.request

URL, KEY, FIRM = (os.environ[name] for name in ("LEAD_API_URL", "LEAD_API_KEY", "LEAD_API_FIRM_ID"))
person = {"email": "maya@example.com", "firstName": "Maya", "lastName": "Moss"}
headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
limit = None if sys.argv[1] == "waits" else 4
while True:
    request = urllib.request.Request(f"{URL}/v1/firms/{FIRM}/leads", json.dumps(person).encode(), headers)
    try:
        urllib.request.urlopen(request, timeout=limit)
        sys.exit(0)
    except urllib.error.HTTPError as error:
        if error.code == 409 and sys.argv[1] != "repeats":
            sys.exit(0)
    except OSError:
        pass
    time.sleep(0.2)
