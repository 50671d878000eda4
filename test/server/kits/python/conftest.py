pytest_plugins = ["lead_sandbox"]
