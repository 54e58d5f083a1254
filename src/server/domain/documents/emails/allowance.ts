import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { countInTransaction, formatWait, getRemainingInTransaction } from '#server/platform/http/rate-limits.ts'
import type { EmailAllowance } from '#shared/contract/document-emails.ts'

// How much an account may write to addresses other than its own. Whoever can sign up can write to strangers in the name of this server, so the less we
// know of an account, the less it may send. Paying accounts have the hourly rule of `route-limits.ts` alone. This is the only place that counts.

const unconfirmedMax = 5
const trialMax = 50
/** Jobs that may wait because an account asked for emails. A person's mails of a day are far below. */
const mostWaiting = 2000
const windowSeconds = 24 * 3600

type Account = { email: string | null; isConfirmed: boolean; isPaying: boolean; waiting: number }

const accountOf = async (db: UserDb): Promise<Account> => {
  const [account] = await db.rows<Account>(
    `select email, email_verified as "isConfirmed", subscription_status = 'active' as "isPaying", waiting_jobs('general', $2) as waiting from users where id = $1`,
    [db.userId, mostWaiting],
    'email-allowance.account',
  )
  return account!
}

const ruleFor = ({ isConfirmed }: Account, userId: number) => ({
  what: 'e-mails to others',
  max: isConfirmed ? trialMax : unconfirmedMax,
  windowSeconds,
  key: `user:${userId}`,
})

const isOwn = ({ email }: Account, to: string) => email?.toLowerCase() === to.toLowerCase()

const refusal = ({ isConfirmed }: Account, seconds: number): AppError =>
  new AppError(
    429,
    isConfirmed
      ? `You have sent ${trialMax} emails today. Send more in ${formatWait(seconds)}, or choose a plan: a trial can send ${trialMax} emails a day.`
      : `Confirm your email address to send more: ${unconfirmedMax} emails a day until then.`,
    { retryAfter: seconds },
  )

/**
 * Counts an email to a customer, in the transaction that writes its row: when that is undone, so is the count. To be called by whatever queues one.
 * Of emails at once, through any node, never one too many is counted.
 * @throws AppError 429 when the account has sent what it may for now, or has too much waiting
 */
export const countEmail = async (db: UserDb, to: string): Promise<void> => {
  const account = await accountOf(db)
  if (account.waiting >= mostWaiting)
    throw new AppError(429, `${mostWaiting.toLocaleString('en-US')} emails are waiting to be sent. Please try again in 10 minutes.`, {
      retryAfter: 600,
    })
  await countFor(db, account, to)
}

/** The same for an email that is leaving, to another address than it was counted for. */
export const countChangedRecipient = async (db: UserDb, to: string): Promise<void> => countFor(db, await accountOf(db), to)

const countFor = async (db: UserDb, account: Account, to: string) => {
  if (account.isPaying || isOwn(account, to)) return
  const seconds = await countInTransaction(db, ruleFor(account, db.userId))
  if (seconds > 0) throw refusal(account, seconds)
}

/** What is left for an email to this address, or null where nothing is counted. */
export const getEmailAllowance = async (db: UserDb, to: string | null): Promise<EmailAllowance | null> => {
  const account = await accountOf(db)
  if (account.isPaying || (to !== null && isOwn(account, to))) return null
  const rule = ruleFor(account, db.userId)
  return { max: rule.max, left: await getRemainingInTransaction(db, rule), isConfirmed: account.isConfirmed }
}
