"""Refers one person, repeats with pauses, and logs each request that failed with its headers."""
import json, os, sys, time, urllib.error, urllib.request

headers = {"X-API-Key": os.environ["LEAD_API_KEY"], "Content-Type": "application/json"}
url = f"{os.environ['LEAD_API_URL']}/v1/firms/{os.environ['LEAD_API_FIRM_ID']}/leads"
body = json.dumps({"email": "ugo@example.com", "firstName": "Ugo", "lastName": "Urban", "phone": {"number": "416-555-0114"}}).encode()
for attempt in range(6):
    try:
        urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=5).read()
        sys.exit(0)
    except urllib.error.HTTPError as error:
        if error.code == 409:
            sys.exit(0)
        print(f"{error.code} for POST {url} {headers}", file=sys.stderr)
        if error.code < 500 and error.code != 429:
            sys.exit(1)
    except OSError as error:
        print(f"{type(error).__name__} for POST {url}", file=sys.stderr)
    time.sleep(0.3 * 2**attempt)
sys.exit(1)
