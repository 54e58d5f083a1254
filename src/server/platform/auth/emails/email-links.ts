import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

export type LinkPurpose = 'confirm-email' | 'reset-password'
export type EmailLink = { id: string; accountId: string; email: string; expiresAt: Date; usedAt: Date | null }

const hourMs = 3_600_000
const lifetimeMs: Record<LinkPurpose, number> = { 'confirm-email': 48 * hourMs, 'reset-password': hourMs }

const columns = 'id, account_id as "accountId", email, expires_at as "expiresAt", used_at as "usedAt"'

const createInvalidLinkError = () =>
  new AppError(404, 'This link is not valid. Open it exactly as it is in the email, or request a new one.')
const createExpiredLinkError = () => new AppError(404, 'This link has expired or was replaced by a newer one. Please request a new one.')
const createUsedLinkError = () => new AppError(404, 'This link was already used. Each link works once.')

/** The token in a link holds a MAC of its id: neither the table nor the job queue contains anything that gives access to an account. */
export const createEmailLinks = (key: string, now: () => Date) => {
  const computeMac = (purpose: LinkPurpose, id: string) => createHmac('sha256', key).update(`${purpose}:${id}`).digest('base64url')

  return {
    generateId: () => randomBytes(18).toString('base64url'),
    createToken: (purpose: LinkPurpose, id: string) => `${id}.${computeMac(purpose, id)}`,
    add: async (db: Db, purpose: LinkPurpose, link: { id: string; accountId: string; email: string; createdAt?: Date }) => {
      const createdAt = link.createdAt ?? now()
      await db.rows(
        `insert into identity_links (id, account_id, purpose, email, expires_at, created_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (id) do nothing`,
        [link.id, link.accountId, purpose, link.email, new Date(createdAt.getTime() + lifetimeMs[purpose]), createdAt],
      )
    },
    findValid: async (db: Db, purpose: LinkPurpose, id: string): Promise<EmailLink | null> => {
      const [link] = await db.rows<EmailLink>(
        `select ${columns} from identity_links where id = $1 and purpose = $2 and used_at is null and expires_at > $3`,
        [id, purpose, now()],
      )
      return link ?? null
    },
    /**
     * Locks the account and the link. The link is used up only by `markUsed`. @throws AppError 404 for an invalid, used or expired token
     */
    verify: async (db: Db, purpose: LinkPurpose, token: string): Promise<EmailLink> => {
      const [id = '', mac = ''] = token.split('.')
      const expected = Buffer.from(computeMac(purpose, id))
      const given = Buffer.from(mac)
      // Compared before any lookup, so that made-up tokens reveal nothing about ids.
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw createInvalidLinkError()
      // The account is locked first, in the same order as everywhere else, to avoid deadlocks.
      const accounts = await db.rows(
        'select 1 from identity_accounts where id = (select account_id from identity_links where id = $1 and purpose = $2) for update',
        [id, purpose],
      )
      const [link] = accounts.length
        ? await db.rows<EmailLink>(`select ${columns} from identity_links where id = $1 and purpose = $2 for update`, [id, purpose])
        : []
      if (!link) throw createInvalidLinkError()
      if (link.usedAt) throw createUsedLinkError()
      if (link.expiresAt <= now()) throw createExpiredLinkError()
      return link
    },
    /** Also the other links of the same purpose to the same address. */
    markUsed: async (db: Db, purpose: LinkPurpose, { accountId, email }: EmailLink) => {
      await db.rows(
        'update identity_links set used_at = $4 where account_id = $1 and purpose = $2 and lower(email) = lower($3) and used_at is null',
        [accountId, purpose, email, now()],
      )
    },
    /** Links to `exceptEmail` stay valid. */
    revoke: async (db: Db, accountId: string, purpose: LinkPurpose, exceptEmail: string | null = null) => {
      await db.rows(
        `update identity_links set expires_at = $4 where account_id = $1 and purpose = $2 and used_at is null and expires_at > $4
         and lower(email) is distinct from lower($3)`,
        [accountId, purpose, exceptEmail, now()],
      )
    },
    /** A week after they expired. Until then a link can still explain why it does not work, and it counts towards the daily limit. */
    deleteExpired: (db: Db) => db.rows("delete from identity_links where expires_at < $1::timestamptz - interval '7 days'", [now()]),
  }
}
export type EmailLinks = ReturnType<typeof createEmailLinks>
