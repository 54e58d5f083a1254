import { noteEvent } from '#server/papers/history.ts'
import { invoiceKind } from '#server/papers/kind.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { usersToday } from '#server/platform/users-today.ts'
import type { Day } from '#shared/dates.ts'
import { toDecimal } from '#shared/money.ts'
import { attemptById, clock, markAs, takeAnswer } from './attempts.ts'
import { lockBalanceOfAny, noteNewSums } from './balance.ts'
import type { CardProviderOf } from './credentials.ts'
import { paymentWords } from './payment-words.ts'
import type { Attempt, Charge, ProviderTruth } from './provider.ts'
import { settle } from './settle.ts'
import { tellOfPayment } from './tell.ts'

export type ReconcileDeps = { database: Database; cards: CardProviderOf; now: () => Date; log: (line: string) => void }

/**
 * The only way in which an online payment gets into the books: asks the provider what became of an attempt and records exactly that.
 * Safe to call at any time and any number of times; money is recorded once, by the provider's own charge id.
 * @returns the attempt's state afterwards
 * @throws ProviderError when the provider can't be asked; nothing has changed then
 */
export const reconcile = async (deps: ReconcileDeps, userId: number, attemptId: string): Promise<Attempt['status'] | null> => {
  const { database, cards, log } = deps
  const known = await database.asUser(userId, async (db) => {
    const attempt = await attemptById(db, attemptId)
    return attempt && { attempt, provider: await cards(db), askedAt: await clock(db) }
  })
  if (!known) return null
  const { attempt, provider, askedAt } = known
  // Not yet known to the provider, or made with a key that isn't there any more: there is nothing to learn, since the present key knows nothing of it.
  if (!attempt.ref || attempt.accountId !== provider?.accountId) return attempt.status
  // Asked outside the transaction: a slow provider must not hold the invoice. What was set aside is not to be paid any more, now that it can be closed.
  if (attempt.status === 'failed') await provider.close(attempt.ref)
  const truth = await provider.read(attempt.ref)

  return database.asUser(userId, async (db) => {
    const sums = await lockBalanceOfAny(db, attempt.invoiceId)
    const before = await takeAnswer(db, attempt.id, askedAt)
    // Somebody asked after us and was faster: what he heard is newer than what we did.
    if (!before) return (await attemptById(db, attempt.id))?.status ?? null
    const judged = judge(attempt, truth)
    // What was closed or set aside while he was asked doesn't open again by it.
    const status = judged === 'open' ? before : judged
    if (status === 'review') log(`Payment attempt ${attempt.id} needs a look: the provider's answer differs from what was asked for.`)
    if (status === 'paid')
      for (const charge of truth.charges)
        await record(db, attempt, charge, {
          provider: provider.name,
          paymentIntentId: truth.paymentIntentId,
          day: await usersToday(db, charge.at),
        })
    if (status !== before) await markAs(db, attempt.id, status)
    const now = await lockBalanceOfAny(db, attempt.invoiceId)
    if (now.paid !== sums.paid || now.taken !== sums.taken) await noteNewSums(db, attempt.invoiceId)
    await settle(deps, db, now, 'Customer')
    return status
  })
}

/** Only money that is exactly what was asked for counts as paid. */
const judge = (attempt: Attempt, truth: ProviderTruth): Attempt['status'] => {
  if (truth.attemptId !== attempt.id) return 'review'
  if (truth.state !== 'paid') return truth.state
  const charged = truth.charges.filter((charge) => charge.succeeded)
  const exact = charged.length === 1 && charged[0]!.amount === attempt.amount && charged[0]!.currency === attempt.currency
  return exact ? 'paid' : 'review'
}

const record = async (db: UserDb, attempt: Attempt, charge: Charge, by: { provider: string; paymentIntentId: string | null; day: Day }) => {
  const [made] = await db.rows<{ id: number; isNew: boolean }>(
    `insert into payments (user_id, invoice_id, attempt_id, amount, currency, payment_date, payment_method, provider, charge_ref,
                           stripe_payment_intent_id, stripe_charge_id, status, refunded, disputed)
     values ($1, $2, $3, $4, $5, $6, 'card', $7, $8, $9, $8, 'succeeded', $10, $11)
     on conflict on constraint payments_charge_key do update set refunded = excluded.refunded, disputed = excluded.disputed
     returning id, (xmax = 0) as "isNew"`,
    [
      db.userId,
      attempt.invoiceId,
      attempt.id,
      toDecimal(charge.amount),
      charge.currency,
      by.day,
      by.provider,
      charge.ref,
      by.paymentIntentId,
      toDecimal(charge.refunded),
      charge.disputed,
    ],
  )
  if (!made!.isNew) return
  await db.rows('update invoices set stripe_payment_intent_id = $3 where user_id = $1 and id = $2', [
    db.userId,
    attempt.invoiceId,
    by.paymentIntentId,
  ])
  const said = paymentWords({ amount: charge.amount, method: 'card', day: by.day })
  await noteEvent(db, invoiceKind, attempt.invoiceId, 'payment', [{ field: 'Payment', before: null, after: said }], 'Customer')
  await tellOfPayment(db, made!.id)
}
