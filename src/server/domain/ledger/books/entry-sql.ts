// Parts of the statements that read the journal for the Books page. `$1` is the user, `e` is an entry.

/** Of the invoice, the credit note without one or the expense; null when it was deleted. */
const recordPathSql = `(case when e.kind = 'expense'
  then (select '/expenses?open=' || x.id from expenses x where x.user_id = $1 and x.id = e.source_id)
  else (select case d.type when 'invoice' then '/invoices/' else '/credit-notes/' end || d.id from documents d where d.user_id = $1 and d.id = e.document_id and d.deleted_at is null) end)`

export const entryColumnsSql = `e.day, e.kind, e.reference, e.name, e.description, ${recordPathSql} as path`
