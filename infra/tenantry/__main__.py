"""``python -m tenantry``."""

from __future__ import annotations

import sys

from tenantry.cli.main import main

sys.exit(main())
