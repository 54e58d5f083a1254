import type { ReceiptDocuments } from '#features/invoices/receipts.ts'
import { getLocale } from '#server/domain/business/business.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { createDocumentEmailSender } from '#server/domain/documents/emails/deliver.ts'
import { readMailBrand } from '#server/domain/documents/logo.ts'
import { computeReceiptTotals } from '#server/domain/documents/pdf/receipt.ts'
import { getPdfAccount } from '#server/domain/documents/pdf/reply.ts'
import { formatInCurrency } from '#server/domain/payments/format.ts'
import { receiptJob } from '#server/domain/payments/notifications.ts'
import { type PaymentDetails, readPaymentDetails } from '#server/domain/payments/payment-details.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { textsIn } from '#shared/customer-texts.ts'
import { type Amount, parseAmount } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'
import { receiptMail } from './receipt.mail.ts'

const formatAmounts = ({
  amount,
  currency,
  refunded,
  paymentsSoFar,
  total,
  invoiceStatus,
  writtenOff,
  credited,
  withheld,
  business,
}: PaymentDetails) => {
  const payments = paymentsSoFar.map((each) => ({ amount: parseAmount(each.amount), refunded: parseAmount(each.refunded) }))
  const invoice = {
    total: parseAmount(total),
    isPaid: invoiceStatus === 'paid',
    writtenOff: parseAmount(writtenOff),
    credited: parseAmount(credited),
    withheld: parseAmount(withheld),
  }
  const { balanceDue, credit } = computeReceiptTotals(invoice, payments)
  const format = (part: Amount | string) => formatInCurrency({ amount: part, currency }, getLocale(business))
  return {
    amount: format(amount),
    refunded: parseAmount(refunded) > 0 ? format(refunded) : null,
    balanceDue: balanceDue === null || credit > 0 ? null : format(balanceDue),
    credit: credit > 0 ? format(credit) : null,
  }
}

const findEmail = async (db: UserDb, paymentId: number): Promise<number | null> => {
  const [email] = await db.rows<{ id: number }>('select id from document_emails where user_id = $1 and payment_id = $2', [
    db.userId,
    paymentId,
  ])
  return email?.id ?? null
}

const readThankYou = async (db: UserDb): Promise<string | null> => {
  const [settings] = await db.rows<{ thankYou: string | null }>(
    'select thank_you as "thankYou" from reminder_settings where user_id = $1',
    [db.userId],
  )
  return settings?.thankYou ?? null
}

export const receiptRunner = (services: Services, receipts: ReceiptDocuments) => {
  const { database, pdf, publicUrl } = services
  const deliver = createDocumentEmailSender(invoiceType, services)
  return runner(receiptJob, async ({ userId, paymentId }, attempt) => {
    const emailId = await database.asUser(userId, (db) => findEmail(db, paymentId))
    if (emailId === null) return
    await deliver(userId, emailId, attempt, async ({ subject }) => {
      const { payment, receipt, thankYou } = await database.asUser(userId, async (db) => {
        const payment = await readPaymentDetails(db, paymentId)
        const isDeliverable = payment?.status === 'succeeded' && !payment.isDeleted && payment.customerEmail
        return {
          payment,
          receipt: isDeliverable ? await receipts.read(db, payment.invoiceId, paymentId) : null,
          thankYou: await readThankYou(db),
        }
      })
      if (!payment || payment.isDeleted) return { undeliverable: 'The invoice was deleted before its receipt was sent.' }
      if (payment.status !== 'succeeded') return { undeliverable: 'The payment was undone before its receipt was sent.' }
      if (!payment.customerEmail || !receipt)
        return { undeliverable: "The customer's email address was removed before the receipt was sent." }
      const bytes = await pdf.render(receipt.document, getPdfAccount(userId))
      const { locale, find, day } = textsIn(getLocale(payment.business))
      return {
        ...receiptMail({
          businessName: payment.business.name,
          brand: await readMailBrand(services, payment.business),
          businessEmail: payment.business.email,
          customerName: payment.customerName,
          invoiceNumber: payment.number,
          ...formatAmounts(payment),
          isSandbox: receipt.isSandbox,
          thankYou,
          method: find(getMethodLabel(payment.method)),
          date: day(payment.day),
          language: locale,
          viewUrl: new URL(payPath(payment.publicId), publicUrl()).href,
        }),
        subject,
        to: { name: payment.customerName, address: payment.customerEmail },
        messageId: `<receipt-${userId}-${paymentId}@${publicUrl().hostname}>`,
        attachments: [{ fileName: receipt.fileName, contentType: 'application/pdf', bytes }],
      }
    })
  })
}
