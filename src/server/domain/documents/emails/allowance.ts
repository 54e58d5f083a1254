import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { countInTransaction, formatWait, getRemainingInTransaction, uncountInTransaction } from '#server/platform/http/rate-limits.ts'
import type { EmailAllowance } from '#shared/contract/document-emails.ts'

// Limits emails to addresses other than the account's own. Anyone can sign up and send email from this server, so unconfirmed and trial accounts have
// low limits. Paying accounts have only the hourly rate limit of their routes. This is the only place that counts emails.

const unconfirmedMax = 5
const trialMax = 50
/** Maximum number of waiting jobs of an account; far above the emails of a usual day. */
const mostWaiting = 2000
const windowSeconds = 24 * 3600

type Account = { email: string | null; isConfirmed: boolean; isPaying: boolean; waiting: number }

const readAccount = async (db: UserDb): Promise<Account> => {
  const [account] = await db.rows<Account>(
    `select email, email_verified as "isConfirmed", subscription_status = 'active' as "isPaying", waiting_jobs('general', $2) + waiting_jobs('scheduled', $2) as waiting from users where id = $1`,
    [db.userId, mostWaiting],
    'email-allowance.account',
  )
  return account!
}

const getRule = ({ isConfirmed }: Account, userId: number) => ({
  what: 'emails to others',
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
 * Everything that queues an email must call it, in the transaction that inserts its row, so that a rollback reverts the count.
 * @throws AppError 429 when the limit is reached or too many jobs are waiting
 */
export const countEmail = async (db: UserDb, to: string): Promise<void> => {
  const account = await readAccount(db)
  if (account.waiting >= mostWaiting)
    throw new AppError(429, `${mostWaiting.toLocaleString('en-US')} emails are waiting to be sent. Please try again in 10 minutes.`, {
      retryAfter: 600,
    })
  await countFor(db, account, to)
}

/** For an email that is sent to another address than the one it was counted for. @throws AppError 429 when the limit is reached */
export const countChangedRecipient = async (db: UserDb, to: string): Promise<void> => countFor(db, await readAccount(db), to)

export const uncountEmail = async (db: UserDb, to: string): Promise<void> => {
  const account = await readAccount(db)
  if (!account.isPaying && !isOwn(account, to)) await uncountInTransaction(db, getRule(account, db.userId))
}

const countFor = async (db: UserDb, account: Account, to: string) => {
  if (account.isPaying || isOwn(account, to)) return
  const seconds = await countInTransaction(db, getRule(account, db.userId))
  if (seconds > 0) throw refusal(account, seconds)
}

export const getEmailAllowance = async (db: UserDb, to: string | null): Promise<EmailAllowance | null> => {
  const account = await readAccount(db)
  if (account.isPaying || (to !== null && isOwn(account, to))) return null
  const rule = getRule(account, db.userId)
  return { max: rule.max, left: await getRemainingInTransaction(db, rule), isConfirmed: account.isConfirmed }
}
