from client import refer


def test_refers(lead_workspace):
    try:
        refer(lead_workspace, "maya@example.com")
    except Exception:
        pass
