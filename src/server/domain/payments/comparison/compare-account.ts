import { describeRefusedKey } from '#server/domain/payments/accounts/refused-key.ts'
import { claimAnswer, readDatabaseClock } from '#server/domain/payments/attempts/answers.ts'
import { findAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { type CheckoutProvider, ProviderError } from '#server/domain/payments/provider.ts'
import type { FetchPaymentDeps } from '#server/domain/payments/reconcile/fetch-payment.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { type DueAttempt, listDueAttempts } from './due-attempts.ts'
import { findDifference, type RecordedPayment } from './find-difference.ts'
import type { Difference } from './store.ts'

const atOnce = 4
/** How long all of it may take: somebody is waiting for it. */
const patienceMs = 20_000
/** So many that can't be asked about in a row, and the provider is away. */
const failuresInARow = 4

export type ComparisonResult = { accountId: string; compared: number; differences: Difference[]; problem: string | null }

const recordedOf = (db: UserDb, attemptId: string): Promise<RecordedPayment[]> =>
  db.rows(
    `select charge_ref as ref, amount, refunded, currency, dispute from payments
     where user_id = $1 and attempt_id = $2 and status = 'succeeded' and charge_ref is not null`,
    [db.userId, attemptId],
  )

/**
 * Asks the provider about everything that may have changed, and compares it with what stands here; no money and no status changes by it.
 * @param only attempts to choose among; all otherwise
 * @returns null when there is no account to be asked
 */
export const compareAccount = async (
  deps: FetchPaymentDeps,
  userId: number,
  name: ProviderName,
  only: readonly string[] | null = null,
): Promise<ComparisonResult | null> => {
  const { database, accounts, now } = deps
  const begun = await database.asUser(userId, async (db) => {
    const account = await accounts.account(db, name)
    const provider = account && (await accounts.provider(db, name))
    return account && provider && { account, provider, due: await listDueAttempts(db, account, now(), only) }
  })
  if (!begun) return null
  const { account, provider, due } = begun
  const until = Date.now() + patienceMs
  const waiting = [...due]
  const reading: ComparisonResult = { accountId: account.accountId, compared: 0, differences: [], problem: null }
  let [failed, inARow, isRefused] = [0, 0, false]

  const worker = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      if (isRefused || inARow >= failuresInARow || Date.now() > until) return void waiting.unshift(one)
      try {
        const difference = await compareOne(deps, userId, provider, one)
        inARow = 0
        reading.compared++
        if (difference) reading.differences.push(difference)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        failed++
        inARow++
        isRefused ||= error.isKeyRefused
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const missed = failed + waiting.length
  if (isRefused) reading.problem = describeRefusedKey(name)
  else if (failed > 0)
    reading.problem = `${providerLabels[name]} couldn't be asked about ${missed} of ${due.length}. They are asked about again within the hour.`
  else if (missed > 0) reading.problem = `${providerLabels[name]} took too long: ${missed} of ${due.length} are compared next time.`
  return reading
}

const compareOne = async (
  { database, now }: FetchPaymentDeps,
  userId: number,
  provider: CheckoutProvider,
  { id, ref, invoiceNumber }: DueAttempt,
): Promise<Difference | null> => {
  const askedAt = await database.asUser(userId, readDatabaseClock)
  const truth = await provider.fetchStatus(ref)
  return database.asUser(userId, async (db) => {
    const attempt = (await findAttempt(db, id))!
    if (await isAnsweredSince(db, id, askedAt)) return null
    const found = findDifference(attempt, await recordedOf(db, id), truth, now())
    if (found) return { attemptId: id, invoiceId: attempt.invoiceId, invoiceNumber, ...found }
    // What stands here is what the provider said at that moment: the next comparison begins with others.
    await claimAnswer(db, id, askedAt)
    return null
  })
}

/** Somebody heard a newer answer meanwhile, and wrote that down. */
const isAnsweredSince = async (db: UserDb, id: string, askedAt: string): Promise<boolean> =>
  (await db.rows('select 1 from payment_attempts where user_id = $1 and id = $2 and asked_at > $3::timestamptz', [db.userId, id, askedAt]))
    .length > 0
