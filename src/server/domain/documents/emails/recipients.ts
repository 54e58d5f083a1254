import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { listAddresses } from '#shared/email-addresses.ts'

// Emails with documents go to addresses on the customer's record only, never to others that a request names.

export type Recipients = { to: string; cc: string[] }
type Wish = { to?: string | undefined; cc?: readonly string[] | undefined }

/** The main one first. */
export const getCustomerAddresses = async (db: UserDb, documentId: number): Promise<string[]> => {
  const [customer] = await db.rows<{ email: string | null; otherEmails: string | null }>(
    `select c.email, c.other_emails as "otherEmails" from documents p join customers c on c.user_id = $1 and c.id = p.customer_id
     where p.user_id = $1 and p.id = $2`,
    [db.userId, documentId],
    'emails.addresses',
  )
  return customer ? listAddresses(customer) : []
}

export const getOwnAddress = async (db: UserDb): Promise<string | null> => {
  const [user] = await db.rows<{ email: string | null }>('select email from users where id = $1', [db.userId], 'emails.own-address')
  return user?.email ?? null
}

const find = (addresses: readonly string[], wanted: string | undefined) =>
  addresses.find((address) => address.toLowerCase() === wanted?.toLowerCase())

/** What is still on the record of the recipients that were chosen earlier; null when there is no address at all. */
export const keepOnRecord = (addresses: readonly string[], { to, cc = [] }: Wish): Recipients | null => {
  const main = find(addresses, to) ?? addresses[0]
  if (main === undefined) return null
  return { to: main, cc: addresses.filter((address) => address !== main && find(cc, address) !== undefined) }
}

/** @throws AppError 400 for an address that is not on the record */
export const chooseRecipients = (addresses: readonly string[], wish: Wish): Recipients | null => {
  const asked = [
    ...(wish.to === undefined ? [] : [['to', wish.to] as const]),
    ...(wish.cc ?? []).map((one, n) => [`cc.${n}`, one] as const),
  ]
  const issues = asked
    .filter(([, address]) => find(addresses, address) === undefined)
    .map(([path, address]) => ({ path, message: `${address} is not an address of this customer. Add it to the customer first.` }))
  if (issues[0]) throw new AppError(400, issues[0].message, { issues })
  return keepOnRecord(addresses, wish)
}
