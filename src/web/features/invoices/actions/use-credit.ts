import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { creditNoteInput } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { type CreditedInvoice, type EarlierCredit, getCreditableAmount } from '#shared/credit-notes.ts'
import { formatMoney, parseAmount, parseFixed } from '#shared/money.ts'
import { withTaxRates } from '#web/documents/lines/tax-rates.ts'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { call } from '#web/lib/api/client.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'

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

/** Errors are shown by the form. @param openDraft opens the draft that was made with the credit note */
export const useCredit = (
  { invoiceNumber }: Pick<InvoiceWire, 'invoiceNumber'>,
  saves: IdempotentSave,
  openDraft: (id: number) => void,
) => {
  const refresh = useRefreshInvoices()
  return useMutation({
    mutationFn: (body: z.input<typeof creditNoteInput>) =>
      saves.save(body, (request) => call(creditNoteEndpoints.create, { body, ...request })),
    onSuccess: ({ creditNote, draft }) => {
      const money = formatMoney(creditNote.total, creditNote.currency)
      toast({
        title: 'Credit note issued',
        description: `${creditNote.creditNoteNumber}: ${money} of invoice ${invoiceNumber}.${draft ? ` ${draft.invoiceNumber} is the new draft.` : ''}`,
      })
      void refresh()
      if (draft) openDraft(draft.id)
    },
    // The screen may be outdated.
    onError: () => void refresh(),
  })
}
