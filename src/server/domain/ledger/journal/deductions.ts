import { type HomeAmount, parseAmount, toHomeAmount } from '#shared/money.ts'
import { computeShare } from './derive-entries.ts'
import type { Deduction, TaxGroup } from './facts.ts'

// What an invoice deducts of deposits, as the ledger sees it: a part of what the deposit was worth in the home currency when it was invoiced. At the end of
// all deductions nothing is left of it.

type IsIn = (id: string) => string

/** Of the line `l`; null for the rate of the whole document, or none. */
export const lineRateSql = (l: string): string => `(select t.tax_rate_id from document_taxes t
  where t.user_id = $1 and t.document_id = ${l}.document_id and t.group_no = ${l}.tax_group limit 1)`

/** `before` is what invoices before it deduct of the same lines of the deposit, `whole` what these lines come to. */
export const selectDeductions = (isIn: IsIn, amountColumns: string): string => `
  select x.document_id as "documentId", n."noteId", ${lineRateSql('s')} as "taxRateId", (-x.total)::text as amount, coalesce(n.amount, 0.00)::text as "givenBack",
         coalesce((select sum(-o.total) from document_lines o join documents m on m.user_id = $1 and m.id = o.document_id and m.deleted_at is null
           where o.user_id = $1 and o.source_line_id = s.id and o.kind = 'deposit' and (o.document_id, o.id) < (x.document_id, x.id)), 0.00)::text as before,
         (select sum(l.total - l.document_discount) from document_lines l
           where l.user_id = $1 and l.document_id = s.document_id and l.tax_group = s.tax_group)::text as whole,
         (select row_to_json(deposit) from (select ${amountColumns} from documents d where d.user_id = $1 and d.id = s.document_id) deposit) as deposit
  from document_lines x join document_lines s on s.user_id = $1 and s.id = x.source_line_id
  cross join lateral (
    select null::bigint as "noteId", null::numeric as amount
    union all
    select c.document_id, -c.total from documents n join document_lines c on c.user_id = $1 and c.document_id = n.id and c.credited_line_id = x.id
    where n.user_id = $1 and n.credited_invoice_id = x.document_id and n.status = 'issued') n
  where x.user_id = $1 and ${isIn('x.document_id')} and x.kind = 'deposit' order by x.id`

export type DeductionRow<Amounts> = {
  documentId: number
  /** The credit note that gives it back; null for the invoice itself. */
  noteId: number | null
  taxRateId: number | null
  amount: string
  givenBack: string
  before: string
  whole: string
  deposit: Amounts & { homeCurrency: Parameters<typeof computeShare>[3] }
}

/** @param getGroups the groups of a deposit with their amounts in the home currency */
export const toDeduction = <Amounts>(
  { noteId, taxRateId, amount, givenBack, before, whole, deposit }: DeductionRow<Amounts>,
  getGroups: (deposit: Amounts) => readonly TaxGroup[],
): Deduction => {
  const group = getGroups(deposit).find((each) => each.taxRateId === taxRateId)
  const all = parseAmount(whole)
  const upTo = (part: number): HomeAmount => computeShare(group?.net ?? toHomeAmount(0), part, all, deposit.homeCurrency)
  const [own, earlier] = [parseAmount(amount), parseAmount(before)]
  const net = toHomeAmount(upTo(earlier + own) - upTo(earlier))
  return {
    ...{ taxRateId, percent: group?.percent ?? null },
    net: noteId === null ? net : toHomeAmount(-computeShare(net, parseAmount(givenBack), own, deposit.homeCurrency)),
  }
}
