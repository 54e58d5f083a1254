import { getLocale } from '#server/domain/business/business.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { createDocumentReader, type DocumentReader, type TypeSpecificContent } from '#server/domain/documents/pdf/pdf-document.ts'
import { describeTransfer } from '#server/domain/documents/transfer.ts'
import { canCollect } from '#server/domain/payments/accounts/accounts.ts'
import { readPaymentTotals } from '#server/domain/payments/balance/balance.ts'
import { readSchedule } from '#server/domain/payments/instalments/instalments.ts'
import type { Services } from '#server/domain/services.ts'
import type { Day } from '#shared/dates.ts'
import type { DocumentLocale } from '#shared/document-languages.ts'
import { getEarlyDiscountOffer } from '#shared/early-discounts.ts'
import { divideTotal, type FilledInstalment } from '#shared/instalments.ts'
import { asksForNothing } from '#shared/invoice-rules.ts'
import { type Amount, formatMoney, sum, toAmount } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { subtractWithheld } from '#shared/withholding.ts'
import { type AskedInvoice, getAskedInvoice, type Invoice } from './read.ts'

type MoneyReceived = { taken: Amount; refunded: Amount; paidOn: Day | null; refundedOn: Day | null }

/**
 * A paid invoice gets a refund stamp as soon as less than its total is kept. One that was written off, or asks for nothing, has none: its balance due of
 * zero says enough.
 */
const chooseStamp = (
  { status, settledBy, amountPaid, ...invoice }: Invoice,
  { taken, refunded, credited }: MoneyReceived & { credited: number },
): TypeSpecificContent['mark'] => {
  const total = subtractWithheld(invoice)
  if (status !== 'paid') return status === 'draft' ? 'draft' : null
  if (asksForNothing({ total }) && taken === 0) return null
  if (settledBy === 'credited' && amountPaid === 0) return 'credited'
  if (refunded === 0) return settledBy === 'written off' ? null : 'paid'
  if (amountPaid === 0) return 'refunded'
  return amountPaid + credited >= total ? 'paid' : 'partlyRefunded'
}

type Printed = {
  payUrl: string | null
  received: MoneyReceived
  instalments: readonly FilledInstalment[]
  locale: DocumentLocale
  transfer: ReturnType<typeof describeTransfer>
}

/** Printed while one is open; those of an unsaved total are divided as they will be. */
const listPrinted = ({ status, currency, ...invoice }: Invoice, instalments: readonly FilledInstalment[]) => {
  const total = subtractWithheld(invoice)
  const amounts = instalments.map(({ amount }) => amount)
  if (status === 'paid' || total <= 0 || amounts.length === 0) return []
  const parts = sum(amounts) === total ? amounts : divideTotal(total, amounts, currency)
  return instalments.map(({ dueDate, balanceDue }, i) => ({ dueDate, amount: parts[i]!, isPaid: balanceDue === 0 }))
}

const buildInvoiceContent = (
  invoice: Invoice,
  { payUrl, received, instalments, locale, transfer }: Printed,
): Partial<TypeSpecificContent> => {
  const format = (amount: Amount) => formatMoney(amount, invoice.currency, locale)
  // Credit is credit, from a note or from another invoice.
  const credited = toAmount(Math.max(invoice.amountCredited + invoice.creditApplied, 0))
  const mark = chooseStamp(invoice, { ...received, credited })
  const isRefund = mark === 'refunded' || mark === 'partlyRefunded'
  return {
    ...(invoice.kind === 'standard' ? {} : { title: `${invoice.kind}Invoice` as const }),
    mark,
    markDay: isRefund ? received.refundedOn : mark === 'paid' ? received.paidOn : null,
    afterTotal: [
      ...(received.taken > 0 ? [{ label: 'paid' as const, value: format(received.taken) }] : []),
      // The date is printed once: below the stamp, or else here.
      ...(received.refunded > 0
        ? [{ label: 'refunded' as const, day: isRefund ? null : received.refundedOn, value: format(toAmount(-received.refunded)) }]
        : []),
      ...(credited > 0 ? [{ label: 'credited' as const, value: format(toAmount(-credited)) }] : []),
      // A paid invoice stays paid after a refund, so it has no balance due.
      ...((received.taken === 0 && invoice.amountWrittenOff + credited === 0 && invoice.status !== 'paid') ||
      (invoice.status === 'paid' && invoice.balanceDue > 0)
        ? []
        : [{ label: 'balanceDue' as const, value: format(invoice.balanceDue) }]),
    ],
    earlyDiscount: getEarlyDiscountOffer(invoice),
    instalments: listPrinted(invoice, instalments),
    link: payUrl === null ? null : { words: 'payOnline', url: payUrl },
    transfer,
  }
}

export type InvoiceReader = DocumentReader<AskedInvoice>

export const createInvoiceReader = (services: Pick<Services, 'now' | 'absolute' | 'accounts'>): InvoiceReader =>
  createDocumentReader({ type: invoiceType, get: getAskedInvoice }, services, async (db, invoice, { publicId, business, customer }) => {
    const isDue = invoice.status !== 'draft' && invoice.status !== 'paid' && invoice.balanceDue > 0
    const payable = isDue && (await canCollect(services.accounts, db, invoice.currency, invoice.balanceDue))
    const received = await readPaymentTotals(db, invoice.id)
    const { instalments } = await readSchedule(services, db, { ...invoice, due: invoice.balanceDue })
    const payUrl = payable ? services.absolute(payPath(publicId)) : null
    const due = { amount: invoice.balanceDue, currency: invoice.currency, number: invoice.invoiceNumber }
    const transfer = invoice.status === 'paid' ? null : describeTransfer(business, customer, due)
    return buildInvoiceContent(invoice, { payUrl, received, instalments, locale: getLocale(business), transfer })
  })
