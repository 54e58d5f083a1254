import type { Fact } from '#server/domain/documents/emails/document-mail.ts'
import { translate } from '#server/platform/mail/blocks.ts'
import type { MailBrand } from '#server/platform/mail/brand.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { toSingleLine, toSingleLineFields } from '#server/platform/text/plain-text.ts'
import { textsIn } from '#shared/customer-texts.ts'
import type { DocumentLocale } from '#shared/document-languages.ts'
import { renderPaymentMail } from './payment-mail.ts'

type RefundMail = {
  businessName: string
  brand: MailBrand
  customerName: string
  invoiceNumber: string
  amount: string
  date: string
  method: string
  remaining: string
  balanceDue: string | null
  isSandbox?: boolean
  viewUrl: string
  businessEmail?: string | null
  language?: DocumentLocale
}

/** All values are finished texts. */
export const refundMail = ({ isSandbox = false, brand, language = 'en', ...fields }: RefundMail): MailContent => {
  const { businessName, businessEmail, customerName, invoiceNumber, viewUrl, ...rest } = toSingleLineFields(fields)
  const { amount, date, method, remaining, balanceDue } = rest
  const texts = textsIn(language)
  const { t } = texts
  return renderPaymentMail({
    businessName,
    brand,
    businessEmail,
    customerName,
    subject: toSingleLine(t('Refund for invoice {number} from {business}', { number: invoiceNumber, business: businessName })),
    preview: t('{amount} refunded on {date}.', { amount, date }),
    state: (business) =>
      translate(texts, '{business} has refunded {amount} of your payment for invoice {number}.', {
        business,
        amount,
        number: invoiceNumber,
      }),
    further: [
      t('The money goes back the way you paid. Your bank may take a few days to show it.'),
      t('The updated receipt is attached as a PDF.'),
      ...(isSandbox ? [t('Test payment: no real money was moved.')] : []),
    ].join(' '),
    facts: [
      [t('Refund'), amount],
      [t('Invoice'), invoiceNumber],
      [t('Refunded on'), date],
      [t('Payment method'), method],
      [t('Paid after this refund'), remaining],
      ...(balanceDue ? [[t('Balance due'), balanceDue] as Fact] : []),
    ],
    button: t('View invoice'),
    url: viewUrl,
    texts,
  })
}
