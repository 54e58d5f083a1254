import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { type CreditedInvoice, type EarlierCredit, getCreditableAmount } from '#shared/credit-notes.ts'
import { formatMoney, parseAmount, parseFixed } from '#shared/money.ts'
import { withTaxRates } from '#web/documents/lines/tax-rates.ts'
import { call } from '#web/lib/api/client.ts'

const toCredited = (invoice: InvoiceWire): CreditedInvoice => ({
  ...invoice,
  discountAmount: parseAmount(invoice.discountAmount),
  netAmount: parseAmount(invoice.netAmount),
  taxRate: invoice.taxRate === null ? null : parseFixed(invoice.taxRate, 2),
  taxAmount: parseAmount(invoice.taxAmount),
  total: parseAmount(invoice.total),
  lineItems: invoice.lineItems.map((line) => ({ ...line, discountAmount: parseAmount(line.discountAmount) })),
})

export type CreditStart = { wire: InvoiceWire; invoice: CreditedInvoice; earlier: EarlierCredit[]; left: string }

export const loadCredit = async (id: number, signal: AbortSignal): Promise<CreditStart> => {
  const [wire, { creditNotes }] = await Promise.all([
    withTaxRates(call(invoiceEndpoints.one, { params: { id }, signal })),
    call(invoiceEndpoints.history, { params: { id }, signal }),
  ])
  const invoice = toCredited(wire)
  const earlier = creditNotes
    .filter(({ status }) => status === 'issued')
    .map((note) => ({
      netAmount: parseAmount(note.netAmount),
      taxAmount: parseAmount(note.taxAmount),
      total: parseAmount(note.total),
      lineItems: note.lineItems.map((line) => ({ ...line, discountAmount: parseAmount(line.discountAmount) })),
    }))
  return { wire, invoice, earlier, left: formatMoney(getCreditableAmount(invoice, earlier), wire.currency) }
}
