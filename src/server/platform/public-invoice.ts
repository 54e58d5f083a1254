import { randomBytes } from 'node:crypto'
import type { Database, UserDb } from './db/client.ts'
import { notFound } from './errors.ts'

/** 144 random bits, URL-safe: nobody guesses or counts his way to an invoice. */
export const newPublicId = () => randomBytes(18).toString('base64url')

/**
 * The way in for people who hold an invoice's public id: finds whose it is and runs `work` as that user. The only place where the
 * user doesn't come from a session.
 * @throws AppError 404 when no invoice has that id
 */
export const findPublicInvoice = async <T>(
  database: Database,
  publicId: string,
  work: (db: UserDb, invoiceId: number) => Promise<T>,
): Promise<T> => {
  // Ids have 24 characters of base64url; anything else, row numbers among them, isn't worth a query.
  if (!/^[\w-]{22,64}$/.test(publicId)) throw notFound('Invoice')
  const [found] = await database.asNobody((db) =>
    db.rows<{ user_id: number; invoice_id: number }>('select user_id, invoice_id from find_public_invoice($1)', [publicId], 'public.find'),
  )
  if (!found) throw notFound('Invoice')
  return database.asUser(found.user_id, (db) => work(db, found.invoice_id))
}
