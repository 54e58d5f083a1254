import { isUnderReview } from '#server/domain/payments/attempts/attempts.ts'
import type { InvoiceBalance } from '#server/domain/payments/balance/balance.ts'
import { formatInCurrency } from '#server/domain/payments/format.ts'
import type { CheckoutProvider } from '#server/domain/payments/provider.ts'
import { findCard, type SavedCard } from '#server/domain/payments/saved-cards/store.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { noticeDays } from '#shared/card-consent.ts'
import { formatMoney } from '#shared/money.ts'
import { findLimitProblem } from './announce.ts'
import type { AutomaticPayment, Tells } from './store.ts'

const hourMs = 3_600_000
const noticeMs = noticeDays * 24 * hourMs
/** A charge that is later than its announced day by more than this, after a long downtime, would come as a surprise. */
const maxLateDays = 7

export type Verdict =
  | { what: 'charge'; card: SavedCard; provider: CheckoutProvider }
  | { what: 'wait'; until: Date }
  | { what: 'stop'; problem: string; tells: Tells }

const stop = (problem: string, tells: Tells): Verdict => ({ what: 'stop', problem, tells })

/** When the mail server accepted the invoice's email with the notice; 'failed' when it refused it, null while it is on its way. */
const readNotice = async (db: UserDb, documentId: number): Promise<Date | 'failed' | null> => {
  const [row] = await db.rows<{ acceptedAt: Date | null; isQueued: boolean }>(
    `select min(settled_at) filter (where state = 'accepted') as "acceptedAt", coalesce(bool_or(state = 'queued'), false) as "isQueued"
     from document_emails where user_id = $1 and document_id = $2 and kind = 'document'`,
    [db.userId, documentId],
  )
  return row!.acceptedAt ?? (row!.isQueued ? null : 'failed')
}

const isDisputed = async (db: UserDb, { customerRef, attemptId }: SavedCard): Promise<boolean> =>
  (
    await db.rows(
      `select 1 from payment_attempts a join payments p on p.user_id = $1 and p.attempt_id = a.id and p.dispute in ('open', 'lost')
       where a.user_id = $1 and (a.customer_ref = $2 or a.id = $3) limit 1`,
      [db.userId, customerRef, attemptId],
    )
  ).length > 0

/** `tells` is who doesn't know yet. */
export const describeRemoval = ({
  revokedBy,
  revokedReason,
}: Pick<SavedCard, 'revokedBy' | 'revokedReason'>): { problem: string; tells: Tells } => {
  if (revokedBy === 'customer') return { problem: 'The customer removed the card.', tells: 'owner' }
  if (revokedBy === 'owner') return { problem: 'You removed the card.', tells: 'customer' }
  return { problem: revokedReason ?? 'The card was removed.', tells: 'both' }
}

/** What was announced must still be right, and in doubt nothing is charged. Call it under the invoice's lock for a verdict to act on. */
export const look = async (
  { accounts, now }: Services,
  db: UserDb,
  payment: AutomaticPayment,
  invoice: InvoiceBalance,
): Promise<Verdict> => {
  const { due, currency, status } = invoice
  if (due === 0 && invoice.writtenOff > 0) return stop('The invoice was written off.', 'neither')
  if (due === 0 && invoice.credited > 0) return stop('The invoice was credited.', 'neither')
  if (status === 'paid' || due === 0) return stop('The invoice was paid in another way.', 'neither')
  if (status === 'draft') return stop('The invoice was set back to a draft.', 'owner')
  // The owner was told about the review.
  if (await isUnderReview(db, invoice.id)) return stop('A payment for this invoice needs your decision.', 'neither')
  if (currency !== payment.currency) return stop(`The invoice is in ${currency} now, and ${payment.currency} was announced.`, 'both')
  if (due > payment.amount) {
    const [asked, announced] = [formatMoney(due, currency), formatInCurrency(payment)]
    return stop(`The invoice asks for ${asked}, more than the ${announced} that was announced.`, 'both')
  }
  const card = await findCard(db, payment.cardId)
  if (!card) return stop('The card was removed.', 'both')
  if (card.revokedAt !== null) {
    const { problem, tells } = describeRemoval(card)
    return stop(problem, tells)
  }
  const [document] = await db.rows<{ customerId: number }>(
    'select customer_id as "customerId" from documents where user_id = $1 and id = $2',
    [...[db.userId, invoice.id]],
  )
  if (document?.customerId !== card.customerId) return stop('The invoice is for another customer now.', 'owner')
  const limitProblem = findLimitProblem(card, due, currency)
  if (limitProblem) return stop(limitProblem, 'both')
  if (await isDisputed(db, card)) return stop('The customer disputes an earlier payment with this card.', 'owner')
  const account = (await accounts.offered(db, currency, due)).find(({ provider }) => provider === 'stripe')
  const provider = account?.accountId === card.accountId ? await accounts.provider(db, 'stripe') : null
  if (!provider?.chargeCard)
    return stop('Card payments are not set up, or with another Stripe account than the card was saved with.', 'both')
  const { minimum, maximum } = provider.limits(invoice.currency)
  if (due < minimum || due > maximum)
    return stop(`Card payments are possible from ${formatMoney(minimum, currency)} to ${formatMoney(maximum, currency)}.`, 'both')
  const at = now()
  // A wait moves the time of the first try, and not the day that the customer was told.
  const from = Math.min(payment.nextAt!.getTime(), ...(payment.tries === 0 ? [Date.parse(payment.day) + 24 * hourMs] : []))
  const lateDays = Math.floor((at.getTime() - from) / (24 * hourMs))
  if (lateDays >= maxLateDays) return stop(`The payment is ${lateDays} days late, and is not made without asking again.`, 'both')
  const notice = await readNotice(db, invoice.id)
  if (notice === 'failed') return stop('The email that announces the payment could not be delivered.', 'owner')
  const earliest = notice && new Date(Math.max(notice.getTime() + noticeMs, payment.nextAt!.getTime()))
  if (!earliest) return { what: 'wait', until: new Date(Math.max(at.getTime() + hourMs, payment.nextAt!.getTime())) }
  return earliest > at ? { what: 'wait', until: earliest } : { what: 'charge', card, provider }
}
