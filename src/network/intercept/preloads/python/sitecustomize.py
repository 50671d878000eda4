"""Connects sockets for the provider's hosts to a lead-sandbox. Names in TLS and headers stay as they are."""
import os
import sys


def _intercept():
    port, tls_port, address, patterns = os.environ["LEAD_SANDBOX_INTERCEPTED"].split(" ")
    import re
    import socket

    shape = "|".join(re.escape(one).replace(r"\*", ".+") for one in patterns.split(","))
    provider = re.compile(rf"(?:{shape})\.?", re.IGNORECASE)
    # Resolved names keep their port until they connect, so the address must say that it is one of these.
    is_v6 = ":" in address
    marker = "fd53::1" if is_v6 else "127.53.0.1"

    def is_provider(host):
        host = host.decode("ascii", "replace") if isinstance(host, bytes) else host
        return isinstance(host, str) and provider.fullmatch(host) is not None

    def target(place):
        if not isinstance(place, tuple) or not (place[0] == marker or is_provider(place[0])):
            return place
        return (address, int(port if place[1] == 80 else tls_port))

    resolve = socket.getaddrinfo

    def getaddrinfo(host, service, family=0, *rest, **named):
        if not is_provider(host):
            return resolve(host, service, family, *rest, **named)
        own = socket.AF_INET6 if is_v6 else socket.AF_INET
        return resolve(marker, service, own, *rest, **named)

    socket.getaddrinfo = getaddrinfo
    for name in ("connect", "connect_ex"):
        original = getattr(socket.socket, name)
        setattr(socket.socket, name, lambda self, place, original=original: original(self, target(place)))


class _Certifi:
    """Makes certifi, also a vendored one, name the bundle of the run: some clients read no variable, but ask it."""

    def __init__(self, bundle):
        self.bundle = bundle
        # A .pth file, which runs before this one, may have imported it.
        for name, module in list(sys.modules.items()):
            if f".{name}".endswith((".certifi", ".certifi.core")):
                self.replace(module)

    def find_spec(self, name, path=None, target=None):
        if not f".{name}".endswith(".certifi.core"):
            return None
        from importlib.machinery import PathFinder

        spec = PathFinder.find_spec(name, path, target)
        if spec is None or not hasattr(spec.loader, "exec_module"):
            return spec
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            self.replace(module)

        spec.loader.exec_module = exec_module
        return spec

    def replace(self, module):
        module.where = lambda: self.bundle
        module.contents = self.contents

    def contents(self):
        with open(self.bundle, encoding="ascii") as bundle:
            return bundle.read()


def _next_sitecustomize():
    """Runs the one that this file hides."""
    from importlib import util
    from importlib.machinery import PathFinder

    here = os.path.dirname(os.path.abspath(__file__))
    path = [entry for entry in sys.path if os.path.abspath(entry or ".") != here]
    spec = PathFinder.find_spec("sitecustomize", path)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(util.module_from_spec(spec))


if os.environ.get("LEAD_SANDBOX_INTERCEPTED"):
    _intercept()
    # The folder of the run, whose bundle has the certificates of the system, too.
    _bundle = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "ca.crt")
    if os.path.isfile(_bundle):
        sys.meta_path.insert(0, _Certifi(_bundle))
_next_sitecustomize()
