type IsIn = (id: string) => string

// A reversal moves credit back. An issue date that was moved behind a movement moves it. That of drafts and deleted invoices does not count, nor that of voided
// credit notes.
const counts = "d.status not in ('draft', 'voided') and d.deleted_at is null"
const selectMoved = (from: string, id: string, kind: string, { sign, provider }: { sign: '' | '-'; provider: string }, isIn: IsIn) => `
  select a.${id}, m.kind, a.id, greatest(m.day, d.issue_date), (m.sign * ${sign}a.amount)::text, '${provider}', null, null,
         (m.sign * ${sign}coalesce(a.home_amount, a.amount))::text
  from ${from} a join documents d on d.user_id = $1 and d.id = a.${id} and ${counts}
  cross join lateral (values ('${kind}', a.day, 1), ('${kind} reversal', a.reversal_day, -1)) m (kind, day, sign)
  where a.user_id = $1 and ${isIn(`a.${id}`)} and m.day is not null`

/** What is applied moves to an invoice and from its source; what is refunded of a credit note goes from the bank. */
export const selectCreditMovements = (isIn: IsIn): string => `
  ${selectMoved('credit_applications', 'document_id', 'credit application', { sign: '', provider: 'credit' }, isIn)}
  union all
  ${selectMoved('credit_applications', 'source_id', 'credit application', { sign: '-', provider: 'credit' }, isIn)}
  union all
  ${selectMoved('credit_refunds', 'document_id', 'credit refund', { sign: '-', provider: 'manual' }, isIn)}`
