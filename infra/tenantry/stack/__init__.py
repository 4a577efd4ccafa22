"""The Pulumi side: one component that turns a resolved tenancy into resources."""
