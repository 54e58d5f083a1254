import { describeRefusedKey } from '#server/domain/payments/accounts/key-health.ts'
import { findAttempt } from '#server/domain/payments/attempts/attempts.ts'
import { claimResponse, readDatabaseClock } from '#server/domain/payments/attempts/responses.ts'
import type { CheckoutProvider } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { type DueAttempt, listDueAttempts } from './due-attempts.ts'
import { findDifference, type RecordedPayment } from './find-difference.ts'
import type { Difference } from './store.ts'

const concurrency = 4
/** A user may be waiting for it. */
const timeoutMs = 20_000
/** After so many failures in a row the provider counts as unavailable. */
const maxFailuresInARow = 4

export type ComparisonResult = { accountId: string; compared: number; differences: Difference[]; problem: string | null }

const listRecordedPayments = (db: UserDb, attemptId: string): Promise<RecordedPayment[]> =>
  db.rows(
    `select charge_ref as ref, amount, refunded, currency, dispute from payments
     where user_id = $1 and attempt_id = $2 and status = 'succeeded' and charge_ref is not null`,
    [db.userId, attemptId],
  )

/** Changes neither payments nor statuses. @param only the attempts to choose from; null for all @returns null without an account */
export const compareAccount = async (
  services: Services,
  userId: number,
  name: ProviderName,
  only: readonly string[] | null = null,
): Promise<ComparisonResult | null> => {
  const { database, accounts, now } = services
  const found = await database.asUser(userId, async (db) => {
    const account = await accounts.account(db, name)
    const provider = account && (await accounts.provider(db, name))
    return account && provider && { account, provider, due: await listDueAttempts(db, account, now(), only) }
  })
  if (!found) return null
  const { account, provider, due } = found
  const deadline = Date.now() + timeoutMs
  const waiting = [...due]
  const result: ComparisonResult = { accountId: account.accountId, compared: 0, differences: [], problem: null }
  let [failed, failedInARow, isKeyRefused] = [0, 0, false]

  const worker = async () => {
    for (let attempt = waiting.shift(); attempt; attempt = waiting.shift()) {
      if (isKeyRefused || failedInARow >= maxFailuresInARow || Date.now() > deadline) return void waiting.unshift(attempt)
      try {
        const difference = await compareAttempt(services, userId, provider, attempt)
        failedInARow = 0
        result.compared++
        if (difference) result.differences.push(difference)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        failed++
        failedInARow++
        isKeyRefused ||= error.isKeyRefused
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const missed = failed + waiting.length
  if (isKeyRefused) result.problem = describeRefusedKey(name)
  else if (failed > 0)
    result.problem = `${providerLabels[name]} couldn't be asked about ${missed} of ${due.length}. They are asked about again within the hour.`
  else if (missed > 0) result.problem = `${providerLabels[name]} took too long: ${missed} of ${due.length} are compared next time.`
  return result
}

const compareAttempt = async (
  { database, now }: Services,
  userId: number,
  provider: CheckoutProvider,
  { id, ref, invoiceNumber }: DueAttempt,
): Promise<Difference | null> => {
  const requestedAt = await database.asUser(userId, readDatabaseClock)
  const reported = await provider.fetchStatus(ref)
  return database.asUser(userId, async (db) => {
    const attempt = (await findAttempt(db, id))!
    if (await hasLaterResponse(db, id, requestedAt)) return null
    const difference = findDifference(attempt, await listRecordedPayments(db, id), reported, now())
    if (difference) return { attemptId: id, invoiceId: attempt.invoiceId, invoiceNumber, ...difference }
    // Without a difference this counts as the attempt's latest response, so that the next comparison starts with others.
    await claimResponse(db, id, requestedAt)
    return null
  })
}

const hasLaterResponse = async (db: UserDb, id: string, requestedAt: string): Promise<boolean> => {
  const sql = 'select 1 from payment_attempts where user_id = $1 and id = $2 and asked_at > $3::timestamptz'
  return (await db.rows(sql, [db.userId, id, requestedAt])).length > 0
}
