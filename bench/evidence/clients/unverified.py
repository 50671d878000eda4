"""Refers one person at a host of its own code, over TLS that verifies nothing."""
import json, os, ssl, sys, time, urllib.error, urllib.request

context = ssl._create_unverified_context()
url = f"https://leads.lender.example/v1/firms/{os.environ['LEAD_API_FIRM_ID']}/leads"
body = json.dumps({"email": "vera@example.com", "firstName": "Vera", "lastName": "Vance", "phone": {"number": "416-555-0115"}}).encode()
for attempt in range(6):
    request = urllib.request.Request(url, body, {"X-API-Key": os.environ["LEAD_API_KEY"], "Content-Type": "application/json"})
    try:
        urllib.request.urlopen(request, timeout=5, context=context).read()
        sys.exit(0)
    except urllib.error.HTTPError as error:
        if error.code == 409:
            sys.exit(0)
        if error.code < 500 and error.code != 429:
            sys.exit(1)
    except OSError:
        pass
    time.sleep(0.3 * 2**attempt)
sys.exit(1)
