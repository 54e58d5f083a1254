import { z } from 'zod'
import { getLocale } from '#server/domain/business/business.ts'
import type { LoadedDocument } from '#server/domain/documents/pdf/pdf-document.ts'
import { buildReceipt } from '#server/domain/documents/pdf/receipt.ts'
import { getTitle } from '#server/domain/documents/pdf/reply.ts'
import { isSandboxAccountSql } from '#server/domain/payments/sandbox.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { amount, calendarDay } from '#shared/contract/fields.ts'
import { documentFileName } from '#shared/file-names.ts'
import { toAmount } from '#shared/money.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import type { InvoiceReader } from './pdf.ts'
import type { AskedInvoice } from './read.ts'

export type Receipt = {
  document: PdfDocument
  fileName: string
  isSandbox: boolean
}

export type ReceiptDocuments = {
  /** @param upTo the id of the last payment to include @throws AppError 404 when there is no such invoice, or no payment of it */
  read(db: UserDb, invoiceId: number, upTo?: number): Promise<Receipt>
  /** @throws AppError 404 when there is no payment */
  build(db: UserDb, invoice: LoadedDocument<AskedInvoice>, upTo?: number): Promise<Receipt>
}

const rows = z.array(
  z.object({ amount, refunded: amount, day: calendarDay, method: z.string(), isSandbox: z.boolean(), nth: z.coerce.number() }),
)

// Voided payments count in `nth`, so that each receipt number is used once.
const paymentsSql = `
  select p.amount::text, p.refunded::text, p.payment_date as day, p.payment_method as method, p.nth,
         ${isSandboxAccountSql('a.account_id')} as "isSandbox"
  from (select *, row_number() over (order by id) as nth from payments where user_id = $1 and document_id = $2) p
  left join payment_attempts a on a.user_id = $1 and a.id = p.attempt_id
  where p.status = 'succeeded' and ($3::bigint is null or p.id <= $3) order by p.id`

export const createReceiptDocuments = (documents: InvoiceReader): ReceiptDocuments => {
  const build: ReceiptDocuments['build'] = async (db, { stored, parties, document }, upTo) => {
    const payments = rows.parse(await db.rows(paymentsSql, [db.userId, stored.id, upTo ?? null], 'payments.receipt'))
    const last = payments.at(-1)
    if (!last) throw notFound('Receipt')
    const isSandbox = payments.some((payment) => payment.isSandbox)
    const receipt = buildReceipt(document, {
      locale: getLocale(parties.business),
      ...{ currency: stored.currency, total: stored.total, isPaid: stored.status === 'paid', writtenOff: stored.amountWrittenOff },
      withheld: stored.withheld,
      credited: toAmount(stored.amountCredited + stored.creditApplied),
      ...{ isSandbox, payments, nth: last.nth },
    })
    return {
      document: receipt,
      fileName: documentFileName(getTitle(receipt), stored.invoiceNumber),
      isSandbox,
    }
  }
  return { build, read: async (db, invoiceId, upTo) => build(db, await documents.read(db, invoiceId), upTo) }
}
