import type { Accounts } from '#server/domain/payments/accounts/accounts.ts'
import { listUsableCards } from '#server/domain/payments/saved-cards/store.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Amount } from '#shared/money.ts'
import { findAutomaticPayment } from './store.ts'

const customerQuery = `
  select d.customer_id as "customerId",
         exists (select 1 from recurring_invoices r
           where r.user_id = $1 and r.customer_id = d.customer_id and r.charges_saved_card and r.status <> 'ended') as "isAsked"
  from documents d where d.user_id = $1 and d.id = $2`

/** Customers are asked to save a card while a recurring invoice of theirs would charge it and they have none that can be charged. */
export const readPublicCards = async (
  accounts: Pick<Accounts, 'offered'>,
  db: UserDb,
  invoice: { id: number; currency: Currency; due: Amount },
) => {
  const [row] = await db.rows<{ customerId: number | null; isAsked: boolean }>(customerQuery, [db.userId, invoice.id], 'public.cards')
  if (!row?.customerId) return { offersToSave: false, saved: null, charge: null }
  const [card = null] = await listUsableCards(db, row.customerId)
  if (!card && !row.isAsked) return { offersToSave: false, saved: null, charge: null }
  const offered = invoice.due > 0 ? await accounts.offered(db, invoice.currency, invoice.due) : []
  const account = offered.find(({ provider }) => provider === 'stripe')
  const payment = invoice.due > 0 ? await findAutomaticPayment(db, invoice.id) : null
  return {
    offersToSave: row.isAsked && account !== undefined && card?.accountId !== account.accountId,
    saved: card && { brand: card.brand, last4: card.last4, expiryMonth: card.expiryMonth, expiryYear: card.expiryYear },
    charge:
      payment?.status === 'announced' || payment?.status === 'charging' || payment?.status === 'customer'
        ? { status: payment.status, amount: payment.amount, day: payment.day }
        : null,
  }
}
