import type { Fact } from '#server/domain/documents/emails/document-mail.ts'
import { formatReceiptSubject } from '#server/domain/payments/notifications.ts'
import { translate } from '#server/platform/mail/blocks.ts'
import type { MailBrand } from '#server/platform/mail/brand.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { toMultiline, toSingleLineFields } from '#server/platform/text/plain-text.ts'
import { textsIn } from '#shared/customer-texts.ts'
import type { DocumentLocale } from '#shared/document-languages.ts'
import { fillPlaceholders } from '#shared/placeholders.ts'
import type { ThankYouPlaceholder } from '#shared/reminders.ts'
import { renderPaymentMail } from './payment-mail.ts'

type ReceiptMail = {
  businessName: string
  brand: MailBrand
  customerName: string
  invoiceNumber: string
  amount: string
  method: string
  date: string
  balanceDue: string | null
  /** Paid beyond the invoice's total. */
  credit?: string | null
  refunded?: string | null
  isSandbox?: boolean
  thankYou?: string | null
  viewUrl: string
  businessEmail?: string | null
  language?: DocumentLocale
}

/** All values are finished texts. */
export const receiptMail = ({ isSandbox = false, brand, thankYou = null, language = 'en', ...fields }: ReceiptMail): MailContent => {
  const { businessName, businessEmail, customerName, invoiceNumber, viewUrl, ...rest } = toSingleLineFields(fields)
  const { amount, method, date, balanceDue, credit, refunded } = rest
  const texts = textsIn(language)
  const { t } = texts
  const values: Record<ThankYouPlaceholder, string> = {
    'invoice number': invoiceNumber,
    'amount paid': amount,
    'customer name': customerName,
    'business name': businessName,
  }
  const optionalFacts: [string, string | null | undefined][] = [
    [t('Refunded'), refunded],
    [t('Balance due'), balanceDue],
    [t('Credit'), credit],
  ]
  return renderPaymentMail({
    businessName,
    brand,
    businessEmail,
    customerName,
    subject: formatReceiptSubject({ invoiceNumber, businessName, language: texts.language }),
    preview: t('{amount} paid on {date}. Thank you!', { amount, date }),
    state: (business) => translate(texts, 'Thank you for your payment to {business}. This is your receipt.', { business }),
    thankYou: thankYou && toMultiline(fillPlaceholders(thankYou, (name) => values[name as ThankYouPlaceholder])),
    further: [
      ...(refunded
        ? [
            refunded === amount
              ? t('Since then, all of it was refunded.')
              : t('Since then, {amount} of it was refunded.', { amount: refunded }),
          ]
        : []),
      ...(credit ? [t('You paid {amount} more than the total. It is kept as your credit.', { amount: credit })] : []),
      t('The receipt is attached as a PDF.'),
      ...(isSandbox ? [t('Test payment: no real money was moved.')] : []),
    ].join(' '),
    facts: [
      [t('Amount paid'), amount],
      [t('Invoice'), invoiceNumber],
      [t('Paid on'), date],
      [t('Payment method'), method],
      ...optionalFacts.flatMap(([name, value]): Fact[] => (value ? [[name, value]] : [])),
    ],
    button: t('View receipt'),
    url: viewUrl,
    texts,
  })
}
