import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { formatMoney } from '#shared/money.ts'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { refreshInvoices } from './refresh-invoices.ts'

export const useVoidCreditNote = () =>
  useAction({
    ask: ({ creditNoteNumber, total, currency, invoice }: ListedCreditNoteWire) => {
      const money = formatMoney(total, currency)
      const effect = invoice
        ? `${money} will be due again on invoice ${invoice.invoiceNumber}.`
        : `The customer will no longer have this credit of ${money}.`
      const question = `Void credit note ${creditNoteNumber}? ${effect} The number stays taken.`
      return [question, { confirm: 'Void credit note', isDestructive: true }]
    },
    send: ({ id }, request) => call(creditNoteEndpoints.void, { params: { id }, body: {}, ...request }),
    done: (_, { creditNoteNumber }) => ({ title: 'Credit note voided', description: `${creditNoteNumber} no longer counts.` }),
    failed: 'Failed to void the credit note',
    refresh: refreshInvoices,
  })
