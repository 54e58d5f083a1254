import { deletionConfirmationMail } from '#features/account/deletion/confirmation.mail.ts'
import { buildEstimateEmailContent } from '#features/estimates/emails.ts'
import { buildInvoiceEmailContent } from '#features/invoices/emails.ts'
import { receiptMail } from '#features/payments/customer-emails/receipt.mail.ts'
import { refundMail } from '#features/payments/customer-emails/refund.mail.ts'
import { buildReminderMail, type RemindedInvoice } from '#features/reminders/reminder.mail.ts'
import { buildStatementMail } from '#features/reports/statement-emails/statement.mail.ts'
import { estimateType, invoiceType } from '#server/domain/documents/document-type.ts'
import { buildDocumentMail } from '#server/domain/documents/emails/document-mail.ts'
import { buildOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import { buildAccountEmail } from '#server/platform/auth/emails/account-email.ts'
import { logoContentId, type MailBrand } from '#server/platform/mail/brand.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { textsIn } from '#shared/customer-texts.ts'
import type { Day } from '#shared/dates.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'
import { parseAmount, parseSum } from '#shared/money.ts'

/** The names and figures of a sample; long and foreign ones show what a layout bears. */
export type EmailTexts = { businessName: string; customerName: string; number: string; amount: string }

const url = 'https://billfold.example/pay-invoice/f3Jq0mR2sV8xT6yB1nC4wA'
const businessEmail = 'hello@sunrise.example'

/** One email of every layout that the server sends to customers. */
const buildCustomerEmails = ({ number, amount, ...names }: EmailTexts, brand: MailBrand, language: DocumentLanguage) => {
  const texts = textsIn(language)
  const common = { ...names, brand, businessEmail, language }
  const payment = { ...common, invoiceNumber: number, amount: '$200.00', method: 'Card', date: 'Nov 23, 2026', viewUrl: url }
  const invoice = buildInvoiceEmailContent({ invoiceNumber: number, total: amount, amountDue: amount, dueDate: 'Dec 07, 2026' }, texts)
  const estimate = buildEstimateEmailContent({ estimateNumber: number, total: amount, expiryDate: 'Dec 23, 2026' }, texts)
  const message = `Dear ${names.customerName},\n\nthe second half of our work is done. Thank you for the good talks on the way!\n\nKind regards\n${names.businessName}`
  const reminder = { ...common, today: '2026-11-23' as Day, replyUrl: `${url}?reminders=1` }
  const reminded = (balance: string): RemindedInvoice => ({
    ...{ number, balance: parseAmount(balance.replace(/[^\d.]/g, '')), currency: 'USD', dueDate: '2026-11-16' as Day, url },
  })
  return {
    invoice: buildDocumentMail(invoiceType, invoice, { ...common, contactName: 'Dana Demo', url }),
    'invoice-message': buildDocumentMail(invoiceType, invoice, { ...common, url, message }),
    estimate: buildDocumentMail(estimateType, estimate, { ...common, url }),
    receipt: receiptMail({ ...payment, balanceDue: '$736.80' }),
    refund: refundMail({ ...payment, remaining: '$150.00', balanceDue: null, isSandbox: true }),
    reminder: buildReminderMail({ ...reminder, subject: '', message: null, invoices: [reminded(amount)] }),
    'reminder-several': buildReminderMail({
      ...{ ...reminder, subject: '', message: null },
      invoices: [
        reminded(amount),
        { ...reminded('$120.00'), number: 'INV-2' },
        { ...reminded('€80.00'), number: 'INV-3', currency: 'EUR' },
      ],
    }),
    statement: buildStatementMail({
      ...common,
      subject: 'Your statement',
      message: null,
      range: { from: '2026-01-01' as Day, to: '2026-11-23' as Day },
      parts: {
        customer: { name: names.customerName, company: null, email: null, phone: null, address: null } as never,
        balances: [
          {
            currency: 'USD',
            ageing: [{ bucket: 'days1', amount: parseSum('200.00') }],
            credit: parseSum('0.00'),
            balance: parseSum('936.80'),
          },
        ],
      },
    }),
  }
}

/** One email of every layout that the server sends to its users. */
const buildUserEmails = ({ customerName, number, amount }: EmailTexts) => ({
  'owner-notification': buildOwnerNotification({
    ownerName: 'Dana Demo',
    subject: `Payment received: ${amount}`,
    preview: amount,
    introduction: 'A customer paid your invoice.',
    facts: [
      ['Amount', amount],
      ['Customer', customerName],
      ['Invoice', number],
    ],
    further: ['The customer has received a receipt.'],
    button: 'Open invoice',
    url,
  }),
  account: buildAccountEmail({
    subject: 'Confirm your email address',
    preview: 'One click and you are done.',
    before: ['Click the link to confirm this address for your Billfold account.'],
    action: { label: 'Confirm email address', url },
    after: ['The link works for one day.'],
  }),
  'account-deleted': deletionConfirmationMail({
    name: 'Dana Demo',
    deletedOn: 'Nov 23, 2026',
    gone: [
      ['Invoices', '12'],
      ['Customers', '3'],
    ],
    hadSubscription: true,
  }),
})

/** The emails by name. */
export const buildSampleEmails = (texts: EmailTexts, brand: MailBrand, language: DocumentLanguage = 'en'): Record<string, MailContent> => ({
  ...buildCustomerEmails(texts, brand, language),
  ...buildUserEmails(texts),
})

/** The HTML of an email with its attached logo as data, as a mail program resolves it. */
export const toPage = ({ html, logo }: MailContent): string =>
  logo ? html.replaceAll(`cid:${logoContentId}`, `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString('base64')}`) : html
