import { formatMoney } from '#shared/money.ts'
import { defineRowCheck, type RowCheck } from './row-check.ts'

type DocumentTables = { documents: 'invoices' | 'estimates'; lines: string; documentId: string; name: 'invoice' | 'estimate' }

type Amounts = { said: string; computed: string }

/** Recalculates what `document-totals.ts` computes. PostgreSQL's decimals are exact, and rounded half away from zero. */
const listChecks = ({ documents, lines, documentId, name }: DocumentTables): RowCheck[] => [
  defineRowCheck<Amounts & { quantity: string; price: string }>({
    name: `Line totals of ${documents}: quantity x unit price`,
    kind: `${name} line`,
    looked: `from ${lines} where user_id = $1`,
    found: `select id, quantity::text, unit_price::text as price, total::text as said, round(quantity * unit_price, 2)::text as computed
      from ${lines} where user_id = $1 and total <> round(quantity * unit_price, 2)`,
    problem: ({ quantity, price, said, computed }) =>
      `The line says ${formatMoney(said)}, but ${quantity} x ${formatMoney(price)} is ${formatMoney(computed)}.`,
  }),
  defineRowCheck<Amounts>({
    name: `Subtotals of ${documents}: the sum of the lines`,
    kind: name,
    looked: `from ${documents} where user_id = $1`,
    found: `select p.id, p.subtotal::text as said, coalesce(l.sum, 0)::numeric(18,2)::text as computed
      from ${documents} p left join (select ${documentId} as document_id, sum(total) as sum from ${lines} where user_id = $1 group by 1) l on l.document_id = p.id
      where p.user_id = $1 and p.subtotal <> coalesce(l.sum, 0)`,
    problem: ({ said, computed }) => `The subtotal says ${formatMoney(said)}, but the lines come to ${formatMoney(computed)}.`,
  }),
  defineRowCheck<Amounts & { rate: string; subtotal: string }>({
    name: `Sales tax of ${documents}: rate x subtotal, unless it was typed`,
    kind: name,
    looked: `from ${documents} where user_id = $1`,
    found: `select id, tax_rate::text as rate, subtotal::text, tax_amount::text as said, round(subtotal * tax_rate * 0.01, 2)::text as computed
      from ${documents} where user_id = $1 and not tax_is_custom and tax_amount <> round(subtotal * tax_rate * 0.01, 2)`,
    problem: ({ rate, subtotal, said, computed }) =>
      `The tax says ${formatMoney(said)}, but ${rate}% of ${formatMoney(subtotal)} is ${formatMoney(computed)}.`,
  }),
  defineRowCheck<Amounts & { subtotal: string; tax: string }>({
    name: `Totals of ${documents}: subtotal + tax`,
    kind: name,
    looked: `from ${documents} where user_id = $1`,
    found: `select id, subtotal::text, tax_amount::text as tax, total::text as said, (subtotal + tax_amount)::text as computed
      from ${documents} where user_id = $1 and total <> subtotal + tax_amount`,
    problem: ({ subtotal, tax, said, computed }) =>
      `The total says ${formatMoney(said)}, but ${formatMoney(subtotal)} and ${formatMoney(tax)} of tax are ${formatMoney(computed)}.`,
  }),
]

/** Every sum that is printed on invoices and estimates. */
export const totalChecks: readonly RowCheck[] = [
  ...listChecks({ documents: 'invoices', lines: 'invoice_line_items', documentId: 'invoice_id', name: 'invoice' }),
  ...listChecks({ documents: 'estimates', lines: 'estimate_line_items', documentId: 'estimate_id', name: 'estimate' }),
]
