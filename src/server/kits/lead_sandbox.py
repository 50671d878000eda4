# lead-sandbox kit for pytest, version @VERSION@; newest: GET /_sandbox/kits/python
"""A workspace of lead-sandbox for each test. In conftest.py: pytest_plugins = ["lead_sandbox"]"""
import json
import os
import sys
from datetime import timedelta
from urllib import error, parse
from urllib.request import ProxyHandler, Request, build_opener

import pytest

VERSION = "@VERSION@"
__tracebackhide__ = True  # pytest shows the line of the test, not those of this file.


class LeadSandboxError(Exception):
    """A refused call, with its status and the refused fields, or no sandbox at all."""
    status = fields = None


class Sandbox:
    """A running sandbox: `control_url`, else LEAD_SANDBOX_CONTROL_URL, else the usual port."""
    def __init__(self, control_url=None):
        url = control_url or os.environ.get("LEAD_SANDBOX_CONTROL_URL")
        self.control_url = (url or "http://127.0.0.1:4610/_sandbox").rstrip("/")
        # Without the proxy of the environment, which cannot reach this machine.
        local = parse.urlsplit(self.control_url).hostname in ("127.0.0.1", "localhost", "::1")
        self.opener = build_opener(*[ProxyHandler({})][:local])
        self.difference = ""

    def workspace(self, **options):
        """A workspace with options of POST /workspaces: label, now, fixture, quotaPerHour and more."""
        return Workspace(self, self.call("POST", "/workspaces", {"idleSeconds": 3600, **options}))

    def call(self, method, path, body=None, wait=0, token=None):
        """Any call of the control API: the `data` of its answer, or its text."""
        headers = {"user-agent": "lead-sandbox-kit-python/" + VERSION}
        if token := token or os.environ.get("LEAD_SANDBOX_CONTROL_TOKEN"):
            headers["authorization"] = "Bearer " + token
        if body:
            headers["content-type"] = "application/json"
        data = json.dumps(body).encode() if body else None
        request = Request(self.control_url + path, data, headers, method=method)
        try:
            with self.opener.open(request, timeout=wait + 30) as answer:
                self.compare(answer.headers)
                text = answer.read().decode()
        except error.HTTPError as refusal:
            with refusal:
                self.compare(refusal.headers)
                raise self.refused(request, refusal.code, refusal.read().decode()) from None
        except OSError as cause:
            start = "Start one: npx lead-sandbox, or run npx lead-sandbox exec -- pytest"
            message = f"No lead-sandbox answers at {self.control_url} ({cause}). {start}"
            raise LeadSandboxError(message) from None
        is_text = answer.headers.get_content_type() == "text/plain"
        return text if is_text else json.loads(text)["data"]

    def refused(self, request, status, text):
        try:
            answer = json.loads(text)
            said = " ".join(answer[name] for name in ("message", "hint") if name in answer)
        except (TypeError, ValueError):
            answer, said = {}, text[:200]
        more = " " + self.difference if self.difference and status in (404, 422) else ""
        refusal = LeadSandboxError(f"{request.method} {request.full_url}: {status} {said}{more}")
        refusal.status, refusal.fields = status, answer.get("fields")
        return refusal

    def compare(self, headers):
        version = headers.get("x-lead-sandbox-version", VERSION)
        if not self.difference and version.split(".")[:2] != VERSION.split(".")[:2]:
            self.difference = f"The kit has version {VERSION}, the sandbox {version}."
            print("lead-sandbox: " + self.difference, file=sys.stderr)


class Workspace:
    """A world of its own, with the configuration of a client; None for what its fixture lacks."""
    def __init__(self, sandbox, created):
        variables = created["variables"]
        self.sandbox = sandbox
        self.id, self.token = created["id"], created.get("token")
        self.url = variables["LEAD_API_URL"]
        self.api_key = variables.get("LEAD_API_KEY")
        self.realtor_key = variables.get("LEAD_API_REALTOR_KEY")
        self.firm_id = variables.get("LEAD_API_FIRM_ID")
        self.member_id = variables.get("LEAD_API_MEMBER_ID")
        self.referral_code = variables.get("LEAD_API_REFERRAL_CODE")

    def call(self, method, path="", body=None, wait=0):
        return self.sandbox.call(method, f"/workspaces/{self.id}{path}", body, wait, self.token)

    def sign_up(self, email, **person):
        """The client signs up: {clientProfile, leads, plans, emails}."""
        return self.call("POST", "/sign-ups", {"email": email, **person})

    def archive(self, lead_id):
        return self.call("POST", f"/leads/{parse.quote(lead_id, safe='')}/archive")["lead"]

    def advance(self, by):
        by = by // timedelta(milliseconds=1) if isinstance(by, timedelta) else by
        return self.call("POST", "/clock/advance", {"by": by})

    def plan_fault(self, fault):
        return self.call("POST", "/faults", fault)

    def use_quota(self, count):
        return self.call("POST", "/quotas/partner/use", {"count": count})

    def requests(self):
        return self.call("GET", "/requests?order=asc&limit=1000")

    def wait_for_mail(self, to=None, subject=None, timeout=5):
        """The newest matching mail, with text, html and links; waits `timeout` seconds for one."""
        asked = {"to": to, "subject": subject, "timeoutMs": int(timeout * 1000)}
        query = parse.urlencode({name: one for name, one in asked.items() if one is not None})
        return self.call("GET", "/emails/wait?" + query, wait=timeout)

    def report(self):
        return self.call("GET", "/report")

    def reset(self):
        self.call("POST", "/reset")

    def drop(self):
        self.call("DELETE")


def pytest_configure(config):
    config.addinivalue_line("markers", "lead_sandbox(**options): options of the test's workspace")


@pytest.fixture(scope="session")
def lead_sandbox():
    return Sandbox()


@pytest.fixture
def lead_workspace(request, lead_sandbox):
    marker = request.node.get_closest_marker("lead_sandbox")
    options = {"label": request.node.nodeid, **(marker.kwargs if marker else {})}
    request.node.lead_workspace = workspace = lead_sandbox.workspace(**options)
    yield workspace
    if os.environ.get("LEAD_SANDBOX_KEEP") != "1":
        attempt(workspace.drop)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if hasattr(item, "lead_workspace") and report.when != "teardown" and report.failed:
        report.sections.append(("lead-sandbox", attempt(item.lead_workspace.report) or "No report."))


def attempt(work):
    """Its result, or a line about its failure, which must not hide that of the test."""
    try:
        return work()
    except LeadSandboxError as failure:
        print(f"lead-sandbox: {failure}", file=sys.stderr)
