from client import refer


def test_twice(lead_workspace):
    refer(lead_workspace, "maya@example.com")
    assert refer(lead_workspace, "maya@example.com")[0] == 201
