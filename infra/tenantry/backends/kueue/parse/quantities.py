"""Amounts in manifests: text or numbers, as the API server reads them."""

from __future__ import annotations

from functools import lru_cache

from tenantry.backends.kueue.parse.scalars import text_of
from tenantry.backends.kueue.parse.value import Value
from tenantry.model.quantity import MAX_VALUE, Quantity
from tenantry.model.quantity_text import NANO, QuantityError, read_quantity


def amount(said: Value | None) -> Quantity | None:
    """The amount as Kubernetes holds it, capped; None where nothing stands, or what no quantity can be."""
    if said is None or isinstance(said.value, bool) or not isinstance(said.value, str | int | float):
        return None
    return _amount(text_of(said.value).strip())


@lru_cache(10_000)  # the same few amounts stand in thousands of queues
def _amount(text: str) -> Quantity | None:
    try:
        nano, form = read_quantity(text)
    except QuantityError:
        return None
    return Quantity(min(max(nano, -MAX_VALUE * NANO), MAX_VALUE * NANO), form)
