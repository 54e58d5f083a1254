import type { Db } from '../db/client.ts'
import { notFound } from '../errors.ts'

/**
 * An account of the bundled provider, its row held until the transaction ends. Whatever changes an account or its links takes this first, so that
 * two changes at once follow one another.
 * @throws AppError 404 when there is none
 */
export const lockedAccount = async (db: Db, id: string): Promise<{ id: string; email: string; emailVerified: boolean }> => {
  const [account] = await db.rows<{ id: string; email: string; emailVerified: boolean }>(
    'select id, email, email_verified_at is not null as "emailVerified" from identity_accounts where id = $1 for update',
    [id],
  )
  if (!account) throw notFound('Account')
  return account
}
