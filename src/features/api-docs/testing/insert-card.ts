import type { Person, TestApp } from '#server/testing/app.ts'
import type { Method } from '#server/testing/contract.ts'

type CardCall = [method: Method, path: string, body?: object | undefined, status?: number]

/** Inserts a saved card with the automatic payment of an invoice, which customers only get by paying. @returns the calls about them */
export const insertCard = async (
  app: TestApp,
  { userId }: Person,
  { customerId, invoiceId }: { customerId: number; invoiceId: number },
): Promise<CardCall[]> => {
  await app.sql(
    `insert into payment_attempts (user_id, id, document_id, provider, account_id, amount, document_version, status)
     values ($1, 'att_card', $2, 'stripe', 'acct_1', 1, 1, 'paid')`,
    [userId, invoiceId],
  )
  const [card] = await app.sql<{ id: number }>(
    `insert into saved_cards (user_id, customer_id, account_id, customer_ref, method_ref, brand, last4, expiry_month, expiry_year, attempt_id, consent_words, consented_at)
     values ($1, $2, 'acct_1', 'cus_1', 'pm_1', 'visa', '4242', 4, 2041, 'att_card', 'Save this card.', now()) returning id`,
    [userId, customerId],
  )
  await app.sql(
    `insert into automatic_payments (user_id, document_id, card_id, amount, currency, day, next_at) values ($1, $2, $3, 974.25, 'USD', '2030-02-14', '2030-02-14')`,
    [userId, invoiceId, card!.id],
  )
  const [payment, cards] = [`/api/invoices/${invoiceId}/automatic-payment`, `/api/customers/${customerId}/cards`]
  return [
    ['GET', payment],
    ['POST', `${payment}/stop`, {}],
    ['GET', cards],
    ['DELETE', `${cards}/${card!.id}`, undefined, 204],
  ]
}
