import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

export type LinkPurpose = 'confirm-email' | 'reset-password'
export type EmailLink = { id: string; accountId: string; email: string; expiresAt: Date; usedAt: Date | null }

const hourMs = 3_600_000
const lifeMs: Record<LinkPurpose, number> = { 'confirm-email': 48 * hourMs, 'reset-password': hourMs }

const columns = 'id, account_id as "accountId", email, expires_at as "expiresAt", used_at as "usedAt"'

const noLink = () => new AppError(404, 'This link is not valid. Open it exactly as it stands in the e-mail, or ask for a new one.')
const oldLink = () => new AppError(404, 'This link has expired, or a newer one took its place. Please ask for a new one.')
const usedLink = () => new AppError(404, 'This link was used already. Each one works once.')

/**
 * Links that are mailed to the owner of an account. The table keeps an id; what makes it a link is a mac with a key of the server's, so that
 * neither the table nor the queue holds anything that opens an account.
 * @param key of the server's own
 */
export const createEmailLinks = (key: string, now: () => Date) => {
  const macOf = (purpose: LinkPurpose, id: string) => createHmac('sha256', key).update(`${purpose}:${id}`).digest('base64url')

  /** The link that a token stands for, locked; spent when `use` is called in the same transaction. */
  const open = async (db: Db, purpose: LinkPurpose, token: string): Promise<EmailLink> => {
    const [id = '', mac = ''] = token.split('.')
    const right = Buffer.from(macOf(purpose, id))
    const given = Buffer.from(mac)
    // Compared before anything is looked up: who makes tokens up learns nothing of ids.
    if (right.length !== given.length || !timingSafeEqual(right, given)) throw noLink()
    // The account first, as everywhere: two that hold what the other waits for would never end.
    const found = await db.rows(
      'select 1 from identity_accounts where id = (select account_id from identity_links where id = $1 and purpose = $2) for update',
      [id, purpose],
    )
    const [link] = found.length
      ? await db.rows<EmailLink>(`select ${columns} from identity_links where id = $1 and purpose = $2 for update`, [id, purpose])
      : []
    if (!link) throw noLink()
    if (link.usedAt) throw usedLink()
    if (link.expiresAt <= now()) throw oldLink()
    return link
  }

  return {
    newId: () => randomBytes(18).toString('base64url'),
    /** What is mailed. */
    tokenOf: (purpose: LinkPurpose, id: string) => `${id}.${macOf(purpose, id)}`,
    /** Writes a link down; one that is there already stays as it is. @param at when it was asked for */
    add: async (db: Db, purpose: LinkPurpose, link: { id: string; accountId: string; email: string; at?: Date }) => {
      const at = link.at ?? now()
      await db.rows(
        `insert into identity_links (id, account_id, purpose, email, expires_at, created_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (id) do nothing`,
        [link.id, link.accountId, purpose, link.email, new Date(at.getTime() + lifeMs[purpose]), at],
      )
    },
    /** A link that can still be followed, or null. */
    find: async (db: Db, purpose: LinkPurpose, id: string): Promise<EmailLink | null> => {
      const [link] = await db.rows<EmailLink>(
        `select ${columns} from identity_links where id = $1 and purpose = $2 and used_at is null and expires_at > $3`,
        [id, purpose, now()],
      )
      return link ?? null
    },
    open,
    /** Spends the link, and others to the same address with it. */
    use: async (db: Db, purpose: LinkPurpose, { accountId, email }: EmailLink) => {
      await db.rows(
        'update identity_links set used_at = $4 where account_id = $1 and purpose = $2 and lower(email) = lower($3) and used_at is null',
        [accountId, purpose, email, now()],
      )
    },
    /** Makes open links of an account worthless. @param except links to this address stay good */
    void: async (db: Db, accountId: string, purpose: LinkPurpose, except: string | null = null) => {
      await db.rows(
        `update identity_links set expires_at = $4 where account_id = $1 and purpose = $2 and used_at is null and expires_at > $4
         and lower(email) is distinct from lower($3)`,
        [accountId, purpose, except, now()],
      )
    },
    /** Removes what has been worthless for a week: until then a link says why it doesn't work, and counts among those of the day. */
    forgetOld: (db: Db) => db.rows("delete from identity_links where expires_at < $1::timestamptz - interval '7 days'", [now()]),
  }
}
export type EmailLinks = ReturnType<typeof createEmailLinks>
