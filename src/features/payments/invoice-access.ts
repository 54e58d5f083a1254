import { invoiceType } from '#server/domain/documents/document-type.ts'
import { findPublicDocument } from '#server/domain/documents/public-id.ts'
import { type InvoiceBalance, lockBalance } from '#server/domain/payments/balance/balance.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { Caller } from '#server/platform/http/route.ts'
import { isPublic } from '#shared/invoice-rules.ts'
import { readRowId } from '#shared/row-id.ts'

/**
 * `work` runs under the invoice's lock. @param ref an id for its signed-in owner, a public id for a customer @throws AppError 401 for an id
 * without a user, 404
 */
export const resolveInvoiceAccess = async <T>(
  { database }: { database: Database },
  user: Caller | null,
  ref: string,
  work: (db: UserDb, invoice: InvoiceBalance, isOwner: boolean) => Promise<T>,
): Promise<T> => {
  const id = readRowId(ref)
  if (id !== undefined) {
    if (!user) throw new AppError(401, 'Please sign in')
    return user.tx(async (db) => work(db, await lockBalance(db, id), true))
  }
  return findPublicDocument(database, invoiceType, ref, async (db, id) => {
    const invoice = await lockBalance(db, id)
    if (!isPublic(invoice)) throw notFound('Invoice')
    return work(db, invoice, false)
  })
}
