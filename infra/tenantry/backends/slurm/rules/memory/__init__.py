"""Memory as a consumable resource."""
