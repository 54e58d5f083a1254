import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'
import { describeBouncedAddress } from '#shared/bounced-addresses.ts'
import type { BouncedAddress } from '#shared/contract/bounced-addresses.ts'

// Addresses that get no emails of a business. The product's own emails to its users don't look here.

/** Tells the owner by email, once for each mark. */
export const bouncedAddressJob = job('emails.bounced', { markId: z.int() })

export const listBounced = async (db: UserDb, addresses: readonly string[]): Promise<BouncedAddress[]> => {
  if (addresses.length === 0) return []
  return db.rows(
    'select address, kind, reason, at from bounced_addresses where user_id = $1 and address = any($2::text[]) order by id',
    [db.userId, addresses.map((address) => address.toLowerCase())],
    'bounced-addresses.list',
  )
}

export const describeRefusal = (mark: BouncedAddress): string =>
  `${describeBouncedAddress(mark)} Correct the address, or choose Try again on the customer's page.`

/** Call it before an email to a customer is queued. @throws AppError 409 for the first address that gets no emails */
export const requireDeliverable = async (db: UserDb, { to, cc = [] }: { to: string; cc?: readonly string[] }): Promise<void> => {
  const [mark] = await listBounced(db, [to, ...cc])
  if (!mark) return
  const path = to.toLowerCase() === mark.address ? 'to' : `cc.${cc.findIndex((address) => address.toLowerCase() === mark.address)}`
  const message = describeRefusal(mark)
  throw new AppError(409, message, { issues: [{ path, message }] })
}

/** Tells the owner; does nothing when the address is marked already. */
export const markBounced = async (db: UserDb, address: string, kind: BouncedAddress['kind'], reason: string | null): Promise<void> => {
  const [mark] = await db.rows<{ id: number }>(
    `insert into bounced_addresses (user_id, address, kind, reason) values ($1, $2, $3, $4)
     on conflict on constraint bounced_addresses_address_key do nothing returning id`,
    [db.userId, address.toLowerCase(), kind, reason],
    'bounced-addresses.mark',
  )
  if (!mark) return
  db.announce('customers')
  await enqueue(db, bouncedAddressJob, { userId: db.userId, markId: mark.id }, { key: `bounced-address-${db.userId}-${mark.id}` })
}

export const allowEmails = async (db: UserDb, address: string): Promise<void> => {
  await db.rows('delete from bounced_addresses where user_id = $1 and address = $2', [db.userId, address.toLowerCase()])
  db.announce('customers')
}
