import type { InvoiceWire, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { Currency } from '#shared/currencies.ts'

export type UsedLine = Pick<InvoiceWire['lineItems'][number], 'description' | 'unitPrice' | 'unitCode' | 'taxRateId'> & {
  /** The latest invoice with it. */
  from: string
}

/** Each text once, as it was last priced. @param invoices the latest first */
export const listUsedLines = (invoices: readonly (InvoiceWire | ListedInvoiceWire)[], currency: Currency): UsedLine[] => {
  const lines = new Map<string, UsedLine>()
  for (const invoice of invoices)
    if (invoice.currency === currency && 'lineItems' in invoice)
      for (const { kind, description, unitPrice, unitCode, taxRateId } of invoice.lineItems)
        if (kind === 'item' && !lines.has(description.toLowerCase()))
          lines.set(description.toLowerCase(), { description, unitPrice, unitCode, taxRateId, from: invoice.invoiceNumber })
  return [...lines.values()]
}
