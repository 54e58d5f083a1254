"""The totals of documents in exact fractions: an independent second calculation for `src/shared/document-totals.ts`.

Reads a document as JSON from each line of stdin, writes its totals as JSON to a line of stdout. Amounts are whole minor units of the document's currency
(cents where it has 2 decimals); percents, quantities and prices are decimal texts.
"""

import json
import sys
from fractions import Fraction
from math import floor


def round_half_away(value):
    """The only rounding: to a whole minor unit, half away from zero."""
    size = floor(abs(value) + Fraction(1, 2))
    return size if value >= 0 else -size


def percent_of(percent, amount):
    """A percentage of an amount, exactly."""
    return Fraction(percent) / 100 * amount


def allocate(amount, weights):
    """R5: splits a whole amount by weights. Each share is rounded down; what remains goes, a unit each, to the largest remainders, ties to the earlier."""
    total = sum(weights)
    if total == 0:
        return [0] * len(weights)
    exact = [Fraction(amount * weight, total) for weight in weights]
    shares = [floor(share) for share in exact]
    by_remainder = sorted(range(len(weights)), key=lambda i: (shares[i] - exact[i], i))
    for i in by_remainder[: amount - sum(shares)]:
        shares[i] += 1
    return shares


def line_amounts(line, decimals):
    """R1: amount = quantity x unit price, rounded. R2: the discount is a rounded percentage of it or a given amount; total = amount - discount."""
    amount = round_half_away(Fraction(line["quantity"]) * Fraction(line["unitPrice"]) * 10**decimals)
    discount = line.get("discountAmount") or 0
    if line.get("discountPercent") is not None:
        discount = round_half_away(percent_of(line["discountPercent"], amount))
    return {"amount": amount, "discount": discount, "total": amount - discount}


def document_discount(document, items):
    """R4: the document's discount, computed once, from the sum of the items: never from charges or deposits."""
    if document.get("discountPercent") is not None:
        return round_half_away(percent_of(document["discountPercent"], sum(items)))
    return document.get("discountAmount") or 0


def group_taxes(net, components, typed):
    """R7: each component's tax, rounded. Its base is the group's net; if it is compound, plus the rounded taxes before it. A typed amount replaces a tax."""
    taxes = []
    for at, component in enumerate(components):
        base = net + sum(tax["amount"] for tax in taxes) if component["isCompound"] else net
        computed = round_half_away(percent_of(component["percent"], base))
        taxes.append({"base": base, "amount": typed.get(at, computed)})
    return taxes


def tax_sum(net, components, typed):
    return sum(tax["amount"] for tax in group_taxes(net, components, typed))


def gross_factor(components):
    """R9: the exact gross amount for a net of 1."""
    factor = Fraction(1)
    for component in components:
        factor += percent_of(component["percent"], factor if component["isCompound"] else 1)
    return factor


def inclusive_net(gross, components, typed):
    """R9: the net of an inclusive group: gross / factor rounded, or one of its neighbors, up to 2 away, for net + taxes = gross. Of the two neighbors at one
    distance, the one on the side of the exact quotient comes first. Where none fits, the first net; the caller names the difference rounding."""
    if typed:
        return gross - sum(typed.values())
    exact = gross / gross_factor(components)
    first = round_half_away(exact)
    side = 1 if exact >= first else -1
    for net in (first, first + side, first - side, first + 2 * side, first - 2 * side):
        if net + tax_sum(net, components, typed) == gross:
            return net
    return first


def place_inclusive_lines(lines, net, discount, factor):
    """R9: the nets of an inclusive group's lines, and of its discount. Discount, charges and deposits are divided by the factor; the items share the rest by
    their totals. Where these totals cancel out, each is divided by the factor, and what remains goes to the first charge, or to the first line."""
    discount_net = round_half_away(discount / factor)
    charges = [line for line in lines if line["kind"] == "charge"]
    items = [line for line in lines if line["kind"] == "item"]
    apart = [line for line in lines if line["kind"] != "item"]
    for line in apart:
        line["net"] = round_half_away(line["total"] / factor)
    rest = net + discount_net - sum(line["net"] for line in apart)
    weights = [line["total"] for line in items]
    if sum(weights) == 0:
        for line in items:
            line["net"] = round_half_away(line["total"] / factor)
        if lines:
            (charges or lines)[0]["net"] += rest - sum(line["net"] for line in items)
    else:
        for line, share in zip(items, allocate(rest, weights)):
            line["net"] = share
    for line, share in zip(items, allocate(discount_net, [line["total"] for line in items])):
        line["documentDiscountNet"] = share


def group_discounts(discount, groups):
    """R5: the document's discount, first over the groups by the sums of their items, then within each group over its items by their totals."""
    items = [[line for line in lines if line["kind"] == "item"] for lines in groups]
    shares = allocate(discount, [sum(line["total"] for line in of_group) for of_group in items])
    for of_group, share in zip(items, shares):
        for line, part in zip(of_group, allocate(share, [line["total"] for line in of_group])):
            line["documentDiscount"] = part
    return shares


def totals(document):
    """The totals of a document. R3: the subtotal is items and deposits, charges apart. R6: a group's net = items + deposits - discount + charges.
    R8: total = net + taxes + rounding. R9: in an inclusive document R1 to R5 are in gross, and the taxes are taken out of each group's gross."""
    lines = [
        {"kind": line["kind"], "group": line["group"], "documentDiscount": 0, "documentDiscountNet": 0, **line_amounts(line, document["decimals"])}
        for line in document["lines"]
    ]
    sum_of = lambda kind: sum(line["total"] for line in lines if line["kind"] == kind)
    groups = [[line for line in lines if line["group"] == at] for at in range(len(document["groups"]))]
    discount = document_discount(document, [line["total"] for line in lines if line["kind"] == "item"])
    results = []
    for at, (components, share) in enumerate(zip(document["groups"], group_discounts(discount, groups))):
        typed = {tax["component"]: tax["amount"] for tax in document.get("typedTaxes", []) if tax["group"] == at}
        sum_of_group = sum(line["total"] for line in groups[at]) - share
        net, rounding = sum_of_group, 0
        if document["pricesIncludeTax"]:
            net = inclusive_net(sum_of_group, components, typed)
            rounding = sum_of_group - net - tax_sum(net, components, typed)
            place_inclusive_lines(groups[at], net, share, gross_factor(components))
        else:
            for line in groups[at]:
                line["net"], line["documentDiscountNet"] = line["total"], line["documentDiscount"]
        results.append({"net": net, "rounding": rounding, "taxes": group_taxes(net, components, typed)})
    net_amount = sum(group["net"] for group in results)
    tax_amount = sum(tax["amount"] for group in results for tax in group["taxes"])
    rounding = sum(group["rounding"] for group in results)
    names = ("amount", "discount", "total", "documentDiscount", "documentDiscountNet", "net")
    return {
        "lines": [{name: line[name] for name in names} for line in lines],
        "subtotal": sum_of("item") + sum_of("deposit"),
        "discount": discount,
        "charges": sum_of("charge"),
        "groups": results,
        "netAmount": net_amount,
        "taxAmount": tax_amount,
        "rounding": rounding,
        "total": net_amount + tax_amount + rounding,
    }


for text in sys.stdin:
    print(json.dumps(totals(json.loads(text)), separators=(",", ":")), flush=True)
