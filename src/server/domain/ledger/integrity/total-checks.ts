import { homeCurrencySql, homeDecimalsSql } from '#server/domain/business/business.ts'
import { formatAmount } from '#shared/money.ts'
import { type DocumentKind, documentKinds } from '#shared/record-types.ts'
import { defineRowCheck, type RowCheck } from './row-check.ts'

type Amounts = { said: string; computed: string }

const lineSums = `
  select document_id, coalesce(sum(total) filter (where kind <> 'charge'), 0.00) as items, coalesce(sum(total) filter (where kind = 'charge'), 0.00) as charges,
         sum(document_discount) as discount, sum(net - document_discount_net) as net
  from document_lines where user_id = $1 group by document_id`

const atHome = (amount: string) => `round(${amount} * p.exchange_rate, ${homeDecimalsSql})`

// In the home currency the parts of a total are rounded one by one: the net of each group, each tax, and the rounding.
const homeTotalSql = `(case when p.rate_source is null then p.total * p.exchange_rate else ${atHome('p.rounding')}
  + coalesce((select sum(${atHome('g.net')}) from (
      select sum(l.net - l.document_discount_net) as net from document_lines l where l.user_id = $1 and l.document_id = p.id group by l.tax_group) g), 0)
  + coalesce((select sum(${atHome('t.amount')}) from document_taxes t where t.user_id = $1 and t.document_id = p.id), 0) end)`

/** Recalculates what `document-totals.ts` computes. PostgreSQL's decimals are exact, and rounded half away from zero. */
const listChecks = (name: DocumentKind): RowCheck[] => {
  const names = `${name.replace('-', ' ')}s`
  const documents = `from documents p where p.user_id = $1 and p.type = '${name}'`
  const lines = `from document_lines l join documents p on p.user_id = $1 and p.id = l.document_id and p.type = '${name}' where l.user_id = $1`
  const taxes = `from document_taxes t join documents p on p.user_id = $1 and p.id = t.document_id and p.type = '${name}' where t.user_id = $1`
  const selectWithLines = (columns: string, condition: string) => `
    select p.id, ${columns} from documents p left join (${lineSums}) l on l.document_id = p.id
    where p.user_id = $1 and p.type = '${name}' and ${condition}`
  return [
    defineRowCheck<Amounts & { quantity: string; price: string }>({
      name: `Line totals of ${names}: quantity x unit price`,
      kind: `${name} line`,
      looked: lines,
      found: `select l.id, l.quantity::text, l.unit_price::text as price, l.amount::text as said, round(l.quantity * l.unit_price, l.decimals)::text as computed
        ${lines} and l.amount <> round(l.quantity * l.unit_price, l.decimals)`,
      problem: ({ quantity, price, said, computed }) =>
        `The line says ${formatAmount(said)}, but ${quantity} x ${formatAmount(price)} is ${formatAmount(computed)}.`,
    }),
    defineRowCheck<Amounts & { amount: string; discount: string; net: string }>({
      name: `Line totals of ${names}: amount less discount`,
      kind: `${name} line`,
      looked: lines,
      found: `select l.id, l.amount::text, l.discount_amount::text as discount, l.net::text, l.total::text as said, (l.amount - l.discount_amount)::text as computed
        ${lines} and (l.total <> l.amount - l.discount_amount or l.net <> l.total and not p.prices_include_tax)`,
      problem: ({ amount, discount, net, said, computed }) =>
        said === computed
          ? `The line says ${formatAmount(said)}, but ${formatAmount(net)} without tax.`
          : `The line says ${formatAmount(said)}, but ${formatAmount(amount)} less ${formatAmount(discount)} of discount is ${formatAmount(computed)}.`,
    }),
    defineRowCheck<Amounts>({
      name: `Subtotals of ${names}: the sum of the lines`,
      kind: name,
      looked: documents,
      found: selectWithLines('p.subtotal::text as said, coalesce(l.items, 0.00)::text as computed', 'p.subtotal <> coalesce(l.items, 0)'),
      problem: ({ said, computed }) => `The subtotal says ${formatAmount(said)}, but the lines come to ${formatAmount(computed)}.`,
    }),
    defineRowCheck<Record<'discount' | 'charges' | 'lineDiscount' | 'lineCharges', string>>({
      name: `Discounts and charges of ${names}: those of the lines`,
      kind: name,
      looked: documents,
      found: selectWithLines(
        `p.discount_amount::text as discount, p.charge_amount::text as charges, coalesce(l.discount, 0.00)::text as "lineDiscount",
         coalesce(l.charges, 0.00)::text as "lineCharges"`,
        '(p.discount_amount <> coalesce(l.discount, 0) or p.charge_amount <> coalesce(l.charges, 0))',
      ),
      problem: ({ discount, charges, lineDiscount, lineCharges }) =>
        discount === lineDiscount
          ? `The charges say ${formatAmount(charges)}, but the lines come to ${formatAmount(lineCharges)}.`
          : `The discount says ${formatAmount(discount)}, but the lines come to ${formatAmount(lineDiscount)}.`,
    }),
    defineRowCheck<Amounts & Record<'subtotal' | 'discount' | 'charges', string>>({
      name: `Net amounts of ${names}: subtotal - discount + charges`,
      kind: name,
      looked: documents,
      // With tax included in the prices, that sum is the total.
      found: `select * from (
          select p.id, p.subtotal::text, p.discount_amount::text as discount, p.charge_amount::text as charges,
                 (case when p.prices_include_tax then p.total - p.last_cent else p.net_amount end)::text as said,
                 (p.subtotal - p.discount_amount + p.charge_amount)::text as computed
          ${documents}) net
        where said <> computed`,
      problem: ({ subtotal, discount, charges, said, computed }) =>
        `The net amount says ${formatAmount(said)}, but ${formatAmount(subtotal)} - ${formatAmount(discount)} + ${formatAmount(charges)} is ${formatAmount(computed)}.`,
    }),
    defineRowCheck<Amounts>({
      name: `Net amounts of ${names}: the lines without tax`,
      kind: name,
      looked: documents,
      found: selectWithLines('p.net_amount::text as said, coalesce(l.net, 0.00)::text as computed', 'p.net_amount <> coalesce(l.net, 0)'),
      problem: ({ said, computed }) =>
        `The net amount says ${formatAmount(said)}, but the lines without tax come to ${formatAmount(computed)}.`,
    }),
    defineRowCheck<Amounts & { rate: string; base: string }>({
      name: `Sales tax of ${names}: rate x subtotal, unless it was typed`,
      kind: name,
      looked: documents,
      found: `select p.id, trim_scale(t.percent)::text as rate, t.base::text, t.amount::text as said, round(t.base * t.percent * 0.01, t.decimals)::text as computed
        ${taxes} and not t.is_typed and not t.is_compound and t.amount <> round(t.base * t.percent * 0.01, t.decimals)`,
      problem: ({ rate, base, said, computed }) =>
        `The tax says ${formatAmount(said)}, but ${rate}% of ${formatAmount(base)} is ${formatAmount(computed)}.`,
    }),
    defineRowCheck<Amounts>({
      name: `Taxed amounts of ${names}: the lines of each rate`,
      kind: name,
      looked: taxes,
      found: `select p.id, t.base::text as said, coalesce(l.sum, 0.00)::text as computed
        from document_taxes t join documents p on p.user_id = $1 and p.id = t.document_id and p.type = '${name}'
        left join (select document_id, tax_group, sum(net - document_discount_net) as sum from document_lines where user_id = $1 group by 1, 2) l
          on l.document_id = t.document_id and l.tax_group = t.group_no
        where t.user_id = $1 and not t.is_compound and t.base <> coalesce(l.sum, 0)`,
      problem: ({ said, computed }) => `The tax is computed on ${formatAmount(said)}, but the lines come to ${formatAmount(computed)}.`,
    }),
    defineRowCheck<Amounts>({
      name: `Sales tax of ${names}: the sum of the rates`,
      kind: name,
      looked: documents,
      found: `select p.id, p.tax_amount::text as said, coalesce(t.sum, 0.00)::text as computed
        from documents p left join (select document_id, sum(amount) as sum from document_taxes where user_id = $1 group by 1) t on t.document_id = p.id
        where p.user_id = $1 and p.type = '${name}' and p.tax_amount <> coalesce(t.sum, 0)`,
      problem: ({ said, computed }) => `The tax says ${formatAmount(said)}, but its rates come to ${formatAmount(computed)}.`,
    }),
    defineRowCheck<Record<string, string>>({
      name: `Taxes of ${names}: amounts in your currency`,
      kind: name,
      looked: documents,
      found: `select p.id ${documents} and p.currency = ${homeCurrencySql} and exists (
        select 1 from document_taxes t where t.user_id = $1 and t.document_id = p.id and (t.home_base is not null or t.home_amount is not null))`,
      problem: () => 'It is in your currency, but its taxes have other amounts in your currency.',
    }),
    defineRowCheck<Amounts & Record<'saidBase' | 'computedBase', string>>({
      name: `Taxes of ${names} in other currencies: amount x rate`,
      kind: name,
      looked: documents,
      // A draft gets them when it is issued.
      found: `select p.id, coalesce(t.home_amount, 0.00)::text as said, coalesce(t.home_base, 0.00)::text as "saidBase",
               ${atHome('t.amount')}::text as computed, ${atHome('t.base')}::text as "computedBase"
        ${taxes} and p.rate_source is not null and p.status <> 'draft'
          and (t.home_amount is distinct from ${atHome('t.amount')} or t.home_base is distinct from ${atHome('t.base')})`,
      problem: ({ said, saidBase, computed, computedBase }) =>
        `In your currency the tax says ${formatAmount(said)} of ${formatAmount(saidBase)}, but the exchange rate makes it ${formatAmount(computed)} of ${formatAmount(computedBase)}.`,
    }),
    defineRowCheck<Amounts>({
      name: `Roundings of ${names}: the last cent, where prices do not include tax`,
      kind: name,
      looked: documents,
      found: `select p.id, p.rounding::text as said, p.last_cent::text as computed ${documents} and not p.prices_include_tax and p.rounding <> p.last_cent`,
      problem: ({ said, computed }) => `The rounding says ${formatAmount(said)}, but the last cent is ${formatAmount(computed)}.`,
    }),
    name === 'credit-note'
      ? // Its parts are rounded one by one, so only their sum is known.
        defineRowCheck<Amounts>({
          name: 'Withholding tax of credit notes: what is kept of their invoice',
          kind: name,
          looked: documents,
          found: `select p.id, p.withheld::text as said, coalesce(i.withheld, 0.00)::text as computed
            from documents p left join documents i on i.user_id = $1 and i.id = p.credited_invoice_id
            where p.user_id = $1 and p.type = 'credit-note' and p.status = 'issued' and (p.withholding_percent is distinct from i.withholding_percent
              or p.withheld <> 0 and i.id is null or (select sum(c.withheld) > i.withheld or sum(c.total) = i.total and sum(c.withheld) <> i.withheld
                from documents c where c.user_id = $1 and c.credited_invoice_id = i.id and c.status = 'issued'))`,
          problem: ({ said, computed }) =>
            `It takes back ${formatAmount(said)} of withholding tax, which does not fit the ${formatAmount(computed)} that are kept of its invoice.`,
        })
      : defineRowCheck<Amounts & Record<'rate' | 'net', string>>({
          name: `Withholding tax of ${names}: rate x net amount`,
          kind: name,
          looked: documents,
          found: `select * from (
              select p.id, coalesce(trim_scale(p.withholding_percent), 0)::text as rate, p.net_amount::text as net, p.withheld::text as said,
                     coalesce(round(p.net_amount * p.withholding_percent * 0.01, p.decimals), 0.00)::text as computed
              ${documents}) withholding
            where said::numeric <> computed::numeric`,
          problem: ({ rate, net, said, computed }) =>
            `The withholding tax says ${formatAmount(said)}, but ${rate}% of ${formatAmount(net)} is ${formatAmount(computed)}.`,
        }),
    defineRowCheck<Amounts & Record<'net' | 'tax' | 'rounding' | 'home', string>>({
      name: `Totals of ${names}: subtotal + tax`,
      kind: name,
      looked: documents,
      found: `select p.id, p.net_amount::text as net, p.tax_amount::text as tax, p.rounding::text, p.home_total::text as home, p.total::text as said,
          (p.net_amount + p.tax_amount + p.rounding)::text as computed
        ${documents} and (p.total <> p.net_amount + p.tax_amount + p.rounding or p.home_total <> ${homeTotalSql})`,
      problem: ({ net, tax, rounding, home, said, computed }) =>
        said === computed
          ? `The total says ${formatAmount(said)}, but ${formatAmount(home)} in your currency.`
          : Number(rounding) === 0
            ? `The total says ${formatAmount(said)}, but ${formatAmount(net)} and ${formatAmount(tax)} of tax are ${formatAmount(computed)}.`
            : `The total says ${formatAmount(said)}, but ${formatAmount(net)}, ${formatAmount(tax)} of tax and ${formatAmount(rounding)} of rounding are ${formatAmount(computed)}.`,
    }),
  ]
}

export const totalChecks: readonly RowCheck[] = documentKinds.flatMap(listChecks)
