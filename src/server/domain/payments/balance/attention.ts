import { attentionSql } from '#server/domain/ledger/attention-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'

/**
 * Keeps with an invoice what about its payments wants its owner's eye; the gravest is told. Asked under the invoice's lock, after everything that
 * moves money or decides about it.
 */
export const updateAttention = (db: UserDb, invoiceId: number) =>
  db.rows(
    `update invoices i set payment_attention = found.attention from (select ${attentionSql('$2')} as attention) found
     where i.user_id = $1 and i.id = $2 and i.payment_attention is distinct from found.attention`,
    [db.userId, invoiceId],
    'payments.attention',
  )
