import pytest
from client import refer


@pytest.mark.xfail(strict=True)
def test_is_refused(lead_workspace):
    assert refer(lead_workspace, "maya@example.com")[0] == 201


def test_after(lead_workspace):
    assert refer(lead_workspace, "maya@example.com")[0] == 201
