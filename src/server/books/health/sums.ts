import { showMoney } from '#shared/money.ts'
import { type RowCheck, rowCheck } from './check.ts'

type Paper = { papers: 'invoices' | 'estimates'; lines: string; paperId: string; name: 'invoice' | 'estimate' }

type Said = { said: string; computed: string }

/** What `paper-totals.ts` computes, computed anew: line totals, subtotal, tax and total. Decimals of PostgreSQL are exact, and rounded half away from zero. */
const sumsOf = ({ papers, lines, paperId, name }: Paper): RowCheck[] => [
  rowCheck<Said & { quantity: string; price: string }>({
    name: `Line totals of ${papers}: quantity x unit price`,
    kind: `${name} line`,
    looked: `from ${lines} where user_id = $1`,
    found: `select id, quantity::text, unit_price::text as price, total::text as said, round(quantity * unit_price, 2)::text as computed
      from ${lines} where user_id = $1 and total <> round(quantity * unit_price, 2)`,
    problem: ({ quantity, price, said, computed }) =>
      `The line says ${showMoney(said)}, but ${quantity} x ${showMoney(price)} is ${showMoney(computed)}.`,
  }),
  rowCheck<Said>({
    name: `Subtotals of ${papers}: the sum of the lines`,
    kind: name,
    looked: `from ${papers} where user_id = $1`,
    found: `select p.id, p.subtotal::text as said, coalesce(l.sum, 0)::numeric(18,2)::text as computed
      from ${papers} p left join (select ${paperId} as paper_id, sum(total) as sum from ${lines} where user_id = $1 group by 1) l on l.paper_id = p.id
      where p.user_id = $1 and p.subtotal <> coalesce(l.sum, 0)`,
    problem: ({ said, computed }) => `The subtotal says ${showMoney(said)}, but the lines come to ${showMoney(computed)}.`,
  }),
  rowCheck<Said & { rate: string; subtotal: string }>({
    name: `Sales tax of ${papers}: rate x subtotal, unless it was typed`,
    kind: name,
    looked: `from ${papers} where user_id = $1`,
    found: `select id, tax_rate::text as rate, subtotal::text, tax_amount::text as said, round(subtotal * tax_rate * 0.01, 2)::text as computed
      from ${papers} where user_id = $1 and not tax_is_custom and tax_amount <> round(subtotal * tax_rate * 0.01, 2)`,
    problem: ({ rate, subtotal, said, computed }) =>
      `The tax says ${showMoney(said)}, but ${rate}% of ${showMoney(subtotal)} is ${showMoney(computed)}.`,
  }),
  rowCheck<Said & { subtotal: string; tax: string }>({
    name: `Totals of ${papers}: subtotal + tax`,
    kind: name,
    looked: `from ${papers} where user_id = $1`,
    found: `select id, subtotal::text, tax_amount::text as tax, total::text as said, (subtotal + tax_amount)::text as computed
      from ${papers} where user_id = $1 and total <> subtotal + tax_amount`,
    problem: ({ subtotal, tax, said, computed }) =>
      `The total says ${showMoney(said)}, but ${showMoney(subtotal)} and ${showMoney(tax)} of tax are ${showMoney(computed)}.`,
  }),
]

/** Every sum that is printed on papers. */
export const sums: readonly RowCheck[] = [
  ...sumsOf({ papers: 'invoices', lines: 'invoice_line_items', paperId: 'invoice_id', name: 'invoice' }),
  ...sumsOf({ papers: 'estimates', lines: 'estimate_line_items', paperId: 'estimate_id', name: 'estimate' }),
]
