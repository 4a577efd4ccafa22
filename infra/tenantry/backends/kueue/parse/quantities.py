"""Amounts in manifests: text or numbers, as the API server reads them."""

from __future__ import annotations

from tenantry.backends.kueue.parse.scalars import text_of
from tenantry.backends.kueue.parse.value import Value
from tenantry.model.quantity import Quantity
from tenantry.model.quantity_text import QuantityError


def amount(said: Value | None) -> Quantity | None:
    """The amount; None where nothing stands, or what no quantity can be."""
    if said is None or isinstance(said.value, bool) or not isinstance(said.value, str | int | float):
        return None
    try:
        return Quantity.parse(text_of(said.value).strip(), negative=True)
    except QuantityError:
        return None
