import pytest
from client import refer


@pytest.fixture
def lead(lead_workspace):
    refer(lead_workspace, "maya@example.com")
    assert refer(lead_workspace, "maya@example.com")[0] == 201


def test_arranged(lead):
    pass
