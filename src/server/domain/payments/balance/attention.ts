import { attentionSql } from '#server/domain/ledger/attention-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'

/** Call it under the invoice's lock after each change of payments or reviews. */
export const updateAttention = async (db: UserDb, invoiceId: number): Promise<void> => {
  const changed = await db.rows(
    `update documents i set payment_attention = found.attention from (select ${attentionSql('$2')} as attention) found
     where i.user_id = $1 and i.id = $2 and i.payment_attention is distinct from found.attention returning 1`,
    [db.userId, invoiceId],
    'payments.attention',
  )
  if (changed.length > 0) db.announce('invoices')
}
