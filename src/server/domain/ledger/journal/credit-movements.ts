type IsIn = (id: string) => string

// A reversal moves credit back. An issue date that was moved behind a movement moves it. That of drafts and deleted invoices does not count, nor that of voided
// credit notes.
const counts = "d.status not in ('draft', 'voided') and d.deleted_at is null"
const selectMoved = (id: string, { sign, provider }: { sign: string; provider: string }, isIn: IsIn) => `
  select a.${id}, a.kind || m.suffix, a.id, greatest(m.day, d.issue_date), (m.sign * ${sign} * a.amount)::text, ${provider}, null, null,
         (m.sign * ${sign} * coalesce(a.home_amount, a.amount))::text
  from movements a join documents d on d.user_id = $1 and d.id = a.${id} and ${counts}
  cross join lateral (values ('', a.day, 1), (' reversal', a.reversal_day, -1)) m (suffix, day, sign)
  where a.user_id = $1 and ${isIn(`a.${id}`)} and a.kind in ('credit application', 'credit refund') and m.day is not null`
const ofKind = (refund: string, other: string) => `case a.kind when 'credit refund' then ${refund} else ${other} end`

/** What is applied moves to an invoice and from its source; what is refunded of a credit note goes from the bank. */
export const selectCreditMovements = (isIn: IsIn): string => `
  ${selectMoved('document_id', { sign: ofKind('-1', '1'), provider: ofKind("'manual'", "'credit'") }, isIn)}
  union all
  ${selectMoved('source_id', { sign: '-1', provider: "'credit'" }, isIn)}`
