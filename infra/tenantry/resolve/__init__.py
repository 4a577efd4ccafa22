"""From a document to entitlements: all arithmetic stands here."""
