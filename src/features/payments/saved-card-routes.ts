import type { z } from 'zod'
import { serveActions } from '#kit/server/serve-actions.ts'
import { getLocale } from '#server/domain/business/business.ts'
import { refuseAmount } from '#server/domain/business/refuse-amount.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { getParties } from '#server/domain/documents/parties.ts'
import { findPublicDocument } from '#server/domain/documents/public-id.ts'
import { describeRemoval } from '#server/domain/payments/automatic/look.ts'
import { readPublicCards } from '#server/domain/payments/automatic/public-view.ts'
import { findAutomaticPayment, listAnnounced, lockAutomaticPayment, stopPayment } from '#server/domain/payments/automatic/store.ts'
import { alreadyPaid, type InvoiceBalance, lockBalance, lockInvoice } from '#server/domain/payments/balance/balance.ts'
import { openCheckout } from '#server/domain/payments/checkout/checkout.ts'
import { toProviderUnavailable } from '#server/domain/payments/provider-error.ts'
import { findCard, listCards, listUsableCards, revokeCard, type SavedCard } from '#server/domain/payments/saved-cards/store.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, publicRoute, route } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import { formatCardConsent, noticeDays } from '#shared/card-consent.ts'
import { savedCardsApi as api, type automaticPayment, type savedCard } from '#shared/contract/saved-cards.ts'
import { textsIn } from '#shared/customer-texts.ts'
import { isPublic } from '#shared/invoice-rules.ts'
import { toDecimal } from '#shared/money.ts'

const toView = (card: SavedCard): z.output<typeof savedCard> => ({
  ...card,
  currency: card.currency as z.output<typeof savedCard>['currency'],
  removedAt: card.revokedAt,
  removedBy: card.revokedBy,
  removedReason: card.revokedReason,
})

const requireCustomer = async (db: UserDb, customerId: number): Promise<void> => {
  const found = await db.rows('select 1 from customers where user_id = $1 and id = $2', [db.userId, customerId])
  if (found.length === 0) throw notFound('Customer')
}

const readPaymentView = async (db: UserDb, invoiceId: number): Promise<z.output<typeof automaticPayment> | null> => {
  const payment = await findAutomaticPayment(db, invoiceId)
  const card = payment && (await findCard(db, payment.cardId))
  return card && { ...payment, currency: payment.currency as z.output<typeof automaticPayment>['currency'], card }
}

/** Under the invoice's lock. @throws AppError 404 */
const withPublicInvoice = <T>(
  { database }: Services,
  publicId: string,
  work: (db: UserDb, invoice: InvoiceBalance) => Promise<T>,
): Promise<T> =>
  findPublicDocument(database, invoiceType, publicId, async (db, id) => {
    const invoice = await lockBalance(db, id)
    if (!isPublic(invoice)) throw notFound('Invoice')
    return work(db, invoice)
  })

const removeCard = async (db: UserDb, card: SavedCard, by: 'customer' | 'owner'): Promise<void> => {
  if (!(await revokeCard(db, card, by))) return
  const { problem, tells } = describeRemoval({ revokedBy: by, revokedReason: null })
  for (const { documentId } of await listAnnounced(db, card.id)) {
    await lockInvoice(db, documentId)
    const payment = await lockAutomaticPayment(db, documentId)
    if (payment?.status === 'announced') await stopPayment(db, payment, problem, tells, by === 'customer' ? 'Customer' : null)
  }
}

/** Browsers differ in the spaces of amounts, and in invisible marks of direction. */
const normalizeSpaces = (text: string): string => text.replace(/[\s\u061c\u200e\u200f]+/g, ' ')

export const savedCardRoutes = (services: Services) => [
  route(api.list, ({ user, params }) =>
    user.tx(async (db) => {
      await requireCustomer(db, params.id)
      return (await listCards(db, params.id)).map(toView)
    }),
  ),
  idempotentRoute(api.remove, ({ user, params, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        const card = await findCard(db, parseRowId(params.cardId, 'Card'))
        if (card?.customerId !== params.id) throw notFound('Card')
        await removeCard(db, card, 'owner')
      }),
    ),
  ),
  route(api.payment, ({ user, params }) =>
    user.tx(async (db) => {
      await lockBalance(db, params.id)
      return readPaymentView(db, params.id)
    }),
  ),
  ...serveActions(
    api,
    { row: lockBalance },
    {
      stop: async ({ db, id }) => {
        const payment = await lockAutomaticPayment(db, id)
        if (!payment) throw notFound('Automatic payment')
        if (payment.status === 'charging')
          throw new AppError(409, 'The card is being charged right now. Reload the page in a minute to see the result.')
        if (payment.status !== 'announced') throw new AppError(409, 'The card is not charged for this invoice any more.')
        await stopPayment(db, payment, 'You decided not to charge the card.', 'customer', null)
        return (await readPaymentView(db, id))!
      },
    },
  ),

  publicRoute(api.saveAndPay, async ({ params, body }) => {
    const { userId, invoiceId } = await withPublicInvoice(services, params.publicId, async (db, { id }) => ({
      userId: db.userId,
      invoiceId: id,
    }))
    const maxAmount = body.maxAmount ?? null
    const checkout = await openCheckout(services, userId, {
      invoiceId,
      name: 'stripe',
      amount: body.amount,
      askConsent: async (db, invoice) => {
        if (maxAmount !== null) refuseAmount(maxAmount, invoice.currency, { path: 'maxAmount', label: 'Limit' })
        const { offersToSave } = await readPublicCards(services.accounts, db, invoice)
        if (!offersToSave) throw new AppError(409, 'This business doesn’t save cards at the moment. Reload the page to pay.')
        const { business } = await getParties(db, invoiceId)
        const { t, days, money } = textsIn(getLocale(business))
        const limit = maxAmount === null ? null : money(maxAmount, invoice.currency)
        const words = formatCardConsent({ businessName: business.name, limit, days: days(noticeDays) }, t)
        if (normalizeSpaces(words) !== normalizeSpaces(body.words))
          throw new AppError(409, 'The terms for saving your card have changed. Reload the page to read them.')
        return { words: body.words, at: services.now().toISOString(), maxAmount: maxAmount === null ? null : toDecimal(maxAmount) }
      },
    }).catch(toProviderUnavailable(services.log))
    if (!checkout?.url) throw alreadyPaid()
    return { url: checkout.url }
  }),
  publicRoute(api.removeOwn, ({ params }) =>
    withPublicInvoice(services, params.publicId, async (db, invoice) => {
      const [document] = await db.rows<{ customerId: number | null }>(
        'select customer_id as "customerId" from documents where user_id = $1 and id = $2',
        [db.userId, invoice.id],
      )
      for (const card of document?.customerId ? await listUsableCards(db, document.customerId) : []) await removeCard(db, card, 'customer')
      return readPublicCards(services.accounts, db, invoice)
    }),
  ),
]
