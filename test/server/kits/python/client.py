"""A client of the Lead API, as a partner writes it: no proxy, no retries."""
import http.client
import json
from urllib.parse import urlsplit


def send(workspace, method, path, body=None):
    connection = http.client.HTTPConnection(urlsplit(workspace.url).netloc)
    headers = {"x-api-key": workspace.api_key, "content-type": "application/json"}
    connection.request(method, path, body and json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    return answer.status, json.loads(text) if text else None


def refer(workspace, email):
    person = {"email": email, "firstName": "Maya", "lastName": "Moreau"}
    return send(workspace, "POST", f"/v1/firms/{workspace.firm_id}/leads", person)
