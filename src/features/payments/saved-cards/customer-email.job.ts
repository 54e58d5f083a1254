import { renderPaymentMail } from '#features/payments/customer-emails/payment-mail.ts'
import { getLocale } from '#server/domain/business/business.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import type { Fact } from '#server/domain/documents/emails/document-mail.ts'
import { readMailBrand } from '#server/domain/documents/logo.ts'
import { getGreetingName, getParties } from '#server/domain/documents/parties.ts'
import { type AutomaticPayment, customerEmailJob, findAutomaticPayment } from '#server/domain/payments/automatic/store.ts'
import { type InvoiceBalance, lockBalance } from '#server/domain/payments/balance/balance.ts'
import { findCard, type SavedCard } from '#server/domain/payments/saved-cards/store.ts'
import type { Services } from '#server/domain/services.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { translate } from '#server/platform/mail/blocks.ts'
import { MailRefusedError } from '#server/platform/mail/delivery-errors.ts'
import type { Inline } from '#server/platform/mail/html.ts'
import { toSingleLine } from '#server/platform/text/plain-text.ts'
import { formatCard } from '#shared/card-consent.ts'
import { type Texts, textsIn } from '#shared/customer-texts.ts'
import { payPath } from '#shared/paths.ts'

const write = (
  needsConfirmation: boolean,
  number: string,
  { problem }: AutomaticPayment,
  saved: SavedCard,
  { t, find, language }: Texts,
) => {
  const card = formatCard(saved, t)
  const removal = saved.revokedAt === null ? [t('You can remove the card on the same page.')] : []
  if (needsConfirmation)
    return {
      subject: t('Confirm your payment of invoice {number}', { number }),
      state: (business: Inline) =>
        translate({ find }, 'Your bank wants you to confirm the payment to {business} with your {card}. Nothing was charged.', {
          business,
          card,
        }),
      further: [t('Open the invoice and pay it there: your bank asks you during the payment.'), ...removal].join(' '),
    }
  // What the owner's records say with figures in them has no translation.
  const isReadable = language === 'en' || (problem !== null && find(problem) !== problem)
  const reason = saved.revokedBy !== 'owner' && problem !== null && isReadable ? [find(problem)] : []
  return {
    subject: t('Your card was not charged for invoice {number}', { number }),
    state: (business: Inline) =>
      translate(
        { find },
        'The payment to {business} with your {card} was announced to you. It was not made, and your card will not be charged for this invoice.',
        { business, card },
      ),
    further: [...reason, t('Please open the invoice to pay it.'), ...removal].join(' '),
  }
}

export const automaticPaymentEmailRunner = (services: Services) =>
  runner(customerEmailJob, async ({ userId, documentId, needsConfirmation }) => {
    const { database, publicUrl, send, log } = services
    const found = await database.asUser(userId, async (db) => {
      const payment = await findAutomaticPayment(db, documentId)
      const card = payment && (await findCard(db, payment.cardId))
      const isCurrent = payment?.status === (needsConfirmation ? 'customer' : 'stopped')
      const invoice = await lockBalance(db, documentId).catch((error: unknown): InvoiceBalance | null => {
        if (error instanceof AppError && error.status === 404) return null
        throw error
      })
      if (!card || !isCurrent || !invoice || invoice.status === 'draft' || invoice.status === 'paid' || invoice.due === 0) return null
      return { payment, card, invoice, parties: await getParties(db, documentId) }
    })
    if (!found || found.invoice.customerEmail === null) return
    const { payment, card, invoice, parties } = found
    const { business, customer } = parties
    const texts = textsIn(getLocale(business))
    const { t, find } = texts
    const due = texts.money(invoice.due, invoice.currency)
    const facts: [Fact, ...Fact[]] = [
      [t('Amount due'), due],
      [t('Due date'), texts.day(invoice.dueDate)],
      [find(invoiceType.title), toSingleLine(invoice.number)],
    ]
    const businessName = toSingleLine(business.name)
    const mail = renderPaymentMail({
      businessName,
      brand: await readMailBrand(services, business),
      businessEmail: business.email,
      customerName: toSingleLine(getGreetingName(customer)),
      ...write(needsConfirmation, toSingleLine(invoice.number), payment, card, texts),
      preview: t('{amount} to {business}', { amount: due, business: businessName }),
      facts,
      button: t('View and pay invoice'),
      url: new URL(payPath(invoice.publicId), publicUrl()).href,
      texts,
    })
    const id = needsConfirmation ? 'confirm' : 'not-charged'
    await send({
      ...mail,
      to: { name: customer.name, address: invoice.customerEmail! },
      messageId: `<${id}-${userId}-${documentId}@${publicUrl().hostname}>`,
    }).catch((error: unknown) => {
      if (!(error instanceof MailRefusedError)) throw error
      log(`The email about the automatic payment of invoice ${documentId} of user ${userId} was refused: ${error.message}`)
    })
  })
