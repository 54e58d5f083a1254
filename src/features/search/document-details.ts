import { dueSql } from '#server/domain/ledger/paid-sql.ts'
import { displayStatusSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { SearchReplyWire } from '#shared/contract/search.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { type InvoiceStatus, mayEmail } from '#shared/invoice-rules.ts'

type Hit = SearchReplyWire['hits'][number]

const query = `
  select d.id, d.type, d.currency, ${displayStatusSql('d', '$3')} as status, d.total, ${dueSql('d')} > 0 as "isOwed",
         (select c.email from customers c where c.user_id = $1 and c.id = d.customer_id) as email
  from documents d where d.user_id = $1 and d.id = any ($2) and d.deleted_at is null`

type Row = {
  id: number
  type: 'invoice' | 'estimate'
  currency: Currency
  status: InvoiceStatus
  total: string
  isOwed: boolean
  email: string | null
}

const listActions = ({ type, status, total, isOwed, email }: Row): Hit['actions'] =>
  type !== 'invoice'
    ? []
    : [
        ...(status !== 'paid' && isOwed ? (['payment'] as const) : []),
        ...(mayEmail({ status, total, customer: { email } }) === true ? (['send'] as const) : []),
      ]

export const addDocumentDetails = async (db: UserDb, hits: readonly Omit<Hit, 'actions' | 'currency'>[], today: Day): Promise<Hit[]> => {
  const isDocument = ({ kind }: Pick<Hit, 'kind'>) => kind === 'invoice' || kind === 'estimate'
  const ids = hits.filter(isDocument).map(({ id }) => id)
  const rows = ids.length > 0 ? await db.rows<Row>(query, [db.userId, ids, today], 'search.actions') : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  return hits.map((hit) => {
    const row = isDocument(hit) ? byId.get(hit.id) : undefined
    return { ...hit, currency: row?.currency ?? null, actions: row ? listActions(row) : [] }
  })
}
