import { paidSql } from '#server/domain/ledger/paid-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { SearchReplyWire } from '#shared/contract/search.ts'
import type { Day } from '#shared/dates.ts'
import { type InvoiceStatus, mayEmail } from '#shared/invoice-rules.ts'

type Hit = SearchReplyWire['hits'][number]

const query = `
  select d.id, document_status(d.status, d.due_date, d.expiry_date, $3) as status, ${paidSql('d')} < d.total as "isOwed",
         (select c.email from customers c where c.user_id = $1 and c.id = d.customer_id) as email
  from documents d where d.user_id = $1 and d.id = any ($2) and d.type = 'invoice' and d.deleted_at is null`

type Row = { id: number; status: InvoiceStatus; isOwed: boolean; email: string | null }

const listActions = ({ status, isOwed, email }: Row): Hit['actions'] => [
  ...(status !== 'paid' && isOwed ? (['payment'] as const) : []),
  ...(mayEmail({ status, customer: { email } }) === true ? (['send'] as const) : []),
]

/** Adds what the owner can do at once with each found invoice. */
export const addActions = async (db: UserDb, hits: readonly Omit<Hit, 'actions'>[], today: Day): Promise<Hit[]> => {
  const ids = hits.filter(({ kind }) => kind === 'invoice').map(({ id }) => id)
  const rows = ids.length > 0 ? await db.rows<Row>(query, [db.userId, ids, today], 'search.actions') : []
  const byId = new Map(rows.map((row) => [row.id, listActions(row)]))
  return hits.map((hit) => ({ ...hit, actions: (hit.kind === 'invoice' && byId.get(hit.id)) || [] }))
}
