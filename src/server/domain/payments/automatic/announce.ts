import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import type { Accounts } from '#server/domain/payments/accounts/accounts.ts'
import { readBalance } from '#server/domain/payments/balance/balance.ts'
import { formatInCurrency } from '#server/domain/payments/format.ts'
import { findCard, findUsableCard, type SavedCard } from '#server/domain/payments/saved-cards/store.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { formatCard, noticeDays } from '#shared/card-consent.ts'
import type { Texts } from '#shared/customer-texts.ts'
import { addDays, type Day, formatDay } from '#shared/dates.ts'
import { type Amount, formatMoney, toDecimal } from '#shared/money.ts'
import { toInstant } from '#shared/zoned-time.ts'
import { findAutomaticPayment, queueRun } from './store.ts'

/** Null when the amount is within what the customer allowed for one payment. */
export const findLimitProblem = ({ maxAmount, currency: limited }: SavedCard, due: Amount, currency: string): string | null => {
  if (maxAmount === null) return null
  const limit = formatInCurrency({ amount: maxAmount, currency: limited! })
  if (limited !== currency) return `The customer allowed payments of up to ${limit}, and the invoice is in ${currency}.`
  if (due <= maxAmount) return null
  return `The invoice asks for ${formatInCurrency({ amount: due, currency })}, more than the ${limit} that the customer allowed for one payment.`
}

/** For a customer with a saved card; the invoice's email announces it. @param issued its time of day and zone are the payment's */
export const announcePayment = async (
  accounts: Pick<Accounts, 'offered'>,
  db: UserDb,
  documentId: number,
  issued: { day: Day; time: string; timeZone: string },
): Promise<void> => {
  const { due, currency, dueDate } = await readBalance(db, documentId)
  const account = due > 0 && (await accounts.offered(db, currency, due)).find(({ provider }) => provider === 'stripe')
  const [invoice] = await db.rows<{ customerId: number }>(
    'select customer_id as "customerId" from documents where user_id = $1 and id = $2',
    [...[db.userId, documentId]],
  )
  const card = account && (await findUsableCard(db, invoice!.customerId, account.accountId))
  if (!card) return
  const earliest = addDays(issued.day, noticeDays)
  // biome-ignore lint/complexity/useMathMinMax: days are texts
  const day = dueDate > earliest ? dueDate : earliest
  const problem = findLimitProblem(card, due, currency)
  const nextAt = problem === null ? toInstant(day, issued.time, issued.timeZone) : null
  await db.rows(
    `insert into automatic_payments (user_id, document_id, card_id, amount, currency, day, status, next_at, problem)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [db.userId, documentId, card.id, toDecimal(due), currency, day, problem === null ? 'announced' : 'stopped', nextAt, problem],
  )
  const announced = `${formatMoney(due, currency)}, ${formatCard(card)}, ${formatDay(day)}`
  const kind = problem === null ? 'charge announced' : 'charge stopped'
  await recordEvent(
    db,
    invoiceType,
    documentId,
    kind,
    [{ field: 'Automatic payment', before: null, after: problem ?? announced }],
    'Billfold',
  )
  db.announce('invoices')
  if (nextAt) await queueRun(db, documentId, nextAt)
}

export const readNoticeText = async (db: UserDb, documentId: number, { t, day, locale }: Texts): Promise<string | null> => {
  const payment = await findAutomaticPayment(db, documentId)
  const card = payment?.status === 'announced' ? await findCard(db, payment.cardId) : null
  if (!payment || !card || card.revokedAt !== null) return null
  return t(
    "You don't have to do anything: {amount} will be charged to your {card} on {date}. To pay in another way, or to remove the card, open the invoice before then.",
    { amount: formatInCurrency(payment, locale), card: formatCard(card, t), date: day(payment.day) },
  )
}
