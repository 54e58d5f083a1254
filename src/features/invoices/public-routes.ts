import { z } from 'zod'
import { servePublicFiles } from '#kit/server/serve-public-page.ts'
import { getLocale } from '#server/domain/business/business.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { toPublicBusiness } from '#server/domain/documents/logo.ts'
import type { Parties } from '#server/domain/documents/parties.ts'
import { replyWithPdf } from '#server/domain/documents/pdf/reply.ts'
import { findPublicDocument } from '#server/domain/documents/public-id.ts'
import { describeTransfer } from '#server/domain/documents/transfer.ts'
import { readPaymentConfig } from '#server/domain/payments/accounts/accounts.ts'
import { readPublicCards } from '#server/domain/payments/automatic/public-view.ts'
import { readSchedule } from '#server/domain/payments/instalments/instalments.ts'
import { isSandboxAccountSql } from '#server/domain/payments/sandbox.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { publicRoute } from '#server/platform/http/route.ts'
import { drawQrCode, drawSwissQrCode } from '#server/platform/text/qr-code.ts'
import { publicInvoice, publicInvoiceApi } from '#shared/contract/public-invoice.ts'
import { asksForNothing, type InvoiceStatus, isPublic } from '#shared/invoice-rules.ts'
import { withLineTaxes } from '#shared/line-taxes.ts'
import { sum, toAmount } from '#shared/money.ts'
import { computeCredit } from '#shared/payment-methods.ts'
import type { InvoiceReader } from './pdf.ts'
import type { Invoice } from './read.ts'
import { createReceiptDocuments } from './receipts.ts'

const payments = z.array(publicInvoice.shape.payments.element)

const listSucceededPayments = async (db: UserDb, invoiceId: number) =>
  payments.parse(
    await db.rows(
      `select amount::text, refunded::text, payment_date as "paymentDate", payment_method as "paymentMethod"
       from payments where user_id = $1 and document_id = $2 and status = 'succeeded' order by id desc`,
      [db.userId, invoiceId],
      'public.payments',
    ),
  )

const getPaymentStates = async (db: UserDb, invoiceId: number) => {
  const [row] = await db.rows<{ receipt: string | null; isPaymentPending: boolean; isPaymentInReview: boolean; isTried: boolean }>(
    `select (select e.state from payments p
             left join document_emails e on e.user_id = $1 and e.payment_id = p.id
             where p.user_id = $1 and p.document_id = $2 and p.status = 'succeeded' order by p.id desc limit 1) as receipt,
            exists (select 1 from payment_attempts where user_id = $1 and document_id = $2 and status = 'pending') as "isPaymentPending",
            exists (select 1 from payment_attempts where user_id = $1 and document_id = $2 and status = 'review') as "isPaymentInReview",
            exists (select 1 from payments p join payment_attempts a on a.user_id = $1 and a.id = p.attempt_id
                    where p.user_id = $1 and p.document_id = $2 and p.status = 'succeeded' and ${isSandboxAccountSql('a.account_id')}) as "isTried"`,
    [db.userId, invoiceId],
    'public.payment-states',
  )
  return row!
}

const getPublicPayments = async (
  db: UserDb,
  { id, total, withheld, amountCredited, creditApplied }: Pick<Invoice, 'id' | 'total' | 'withheld' | 'amountCredited' | 'creditApplied'>,
) => {
  const [received, { receipt, isPaymentPending, isPaymentInReview, isTried }] = await Promise.all([
    listSucceededPayments(db, id),
    getPaymentStates(db, id),
  ])
  const amountRefunded = sum(received.map(({ refunded }) => refunded))
  return {
    payments: received,
    amountRefunded,
    credit: computeCredit({
      total: toAmount(total - withheld - amountCredited - creditApplied),
      paid: toAmount(sum(received.map(({ amount }) => amount)) - amountRefunded),
    }),
    isPaymentPending,
    isPaymentInReview,
    isTried,
    hasReceiptMail: receipt === 'accepted' || receipt === 'queued',
  }
}

// At most one view per hour is recorded. If the invoice's row is locked, e.g. by a payment, the view is skipped instead of waiting. It isn't a change of
// the invoice, so its version stays.
const setViewed = `
  update documents set viewed_at = $3
  where user_id = $1 and id = (
    select id from documents
    where user_id = $1 and id = $2 and deleted_at is null and (viewed_at is null or viewed_at <= $3::timestamptz - interval '1 hour')
    for no key update skip locked)
  returning id`

/** Never throws, so that the page is served in any case. */
const recordView = async ({ database, now, log }: Services, userId: number, invoiceId: number): Promise<void> => {
  try {
    await database.asUser(userId, async (db) => {
      const viewed = await db.rows(setViewed, [userId, invoiceId, now()], 'invoices.view')
      if (viewed.length > 0) await recordEvent(db, invoiceType, invoiceId, 'viewed', [], 'Customer')
    })
  } catch (error) {
    log(`A view of invoice ${invoiceId} of user ${userId} could not be recorded: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A customer whose invoice was written off, or asks for nothing, is told neither that nor that it was paid: nothing is due. */
const toPublicStatus = ({ status, settledBy, balanceDue, total, amountPaid }: Invoice): InvoiceStatus =>
  (settledBy !== null && balanceDue === 0) || (asksForNothing({ total }) && amountPaid === 0) ? 'sent' : status

const toPublicTransfer = ({ business, customer }: Parties, { status, balanceDue, currency, invoiceNumber }: Invoice) => {
  const due = { amount: balanceDue, currency, number: invoiceNumber }
  const transfer = status === 'paid' ? null : describeTransfer(business, customer, due)
  if (!transfer) return null
  const { title, rows, scan, code, swissBill } = transfer
  return { title, rows, scan, qr: swissBill ? drawSwissQrCode(swissBill.code) : code && drawQrCode(code) }
}

export const publicInvoiceRoutes = (services: Services, documents: InvoiceReader) => {
  const { database, pdf, absolute, accounts } = services
  const receipts = createReceiptDocuments(documents)
  const readPublic = async (db: UserDb, invoiceId: number) => {
    const found = await documents.read(db, invoiceId)
    if (!isPublic(found.stored)) throw notFound('Invoice')
    return found
  }
  const withInvoice = <T>(
    publicId: string,
    work: (db: UserDb, found: Awaited<ReturnType<InvoiceReader['read']>>) => Promise<T>,
  ): Promise<T> => findPublicDocument(database, invoiceType, publicId, async (db, id) => work(db, await readPublic(db, id)))

  return [
    publicRoute(publicInvoiceApi.read, async ({ params, user, isPrefetch }) => {
      const { publicId } = params
      const {
        ownerId,
        id,
        shown: reply,
      } = await withInvoice(publicId, async (db, { stored: invoice, parties }) => {
        const { id, currency, balanceDue: due } = invoice
        const [money, config, cards, schedule] = await Promise.all([
          getPublicPayments(db, invoice),
          readPaymentConfig(accounts, db, currency, due),
          readPublicCards(accounts, db, { id, currency, due }),
          readSchedule(services, db, { ...invoice, due }),
        ])
        const { payments, hasReceiptMail, isTried, ...sums } = money
        return {
          ownerId: db.userId,
          id: invoice.id,
          shown: {
            invoice: {
              ...invoice,
              ...sums,
              status: toPublicStatus(invoice),
              // Credit is credit, from a note or from another invoice.
              amountCredited: toAmount(Math.max(invoice.amountCredited + invoice.creditApplied, 0)),
              id: publicId,
              paymentUrl: invoice.paymentUrl && absolute(invoice.paymentUrl),
              customerName: parties.customer.name,
              receiptEmailed: invoice.customer.email !== null && hasReceiptMail,
            },
            lineItems: withLineTaxes(invoice, getLocale(parties.business)),
            earlyDiscount: invoice.offer,
            ...schedule,
            businessProfile: toPublicBusiness(parties.business, `/api/public/invoice/${publicId}/logo`),
            // A sandbox payment stays marked after the sandbox is turned off.
            paymentConfig: { ...config, sandbox: config.sandbox || (isTried && invoice.status === 'paid') },
            cards,
            payments,
            transfer: toPublicTransfer(parties, invoice),
          },
        }
      })
      // Views by the owner and prefetches by browsers don't count.
      if (user?.id !== ownerId && !isPrefetch) await recordView(services, ownerId, id)
      return reply
    }),
    ...servePublicFiles(invoiceType, publicInvoiceApi, services, readPublic),
    publicRoute(publicInvoiceApi.receipt, async ({ params }) => {
      const { ownerId, document, fileName } = await withInvoice(params.publicId, async (db, found) => ({
        ownerId: db.userId,
        ...(await receipts.build(db, found)),
      }))
      return replyWithPdf(pdf, { ownerId, isCustomer: true }, document, fileName)
    }),
  ]
}
