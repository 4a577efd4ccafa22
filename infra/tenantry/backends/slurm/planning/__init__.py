"""From differences in the accounting database to sacctmgr commands, in an order in which each can succeed."""
