import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import type { WriteOffWire } from '#shared/contract/write-offs.ts'
import { formatMoney } from '#shared/money.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'

export const useUndoWriteOff = ({ id, invoiceNumber }: Pick<InvoiceWire, 'id' | 'invoiceNumber'>) =>
  useAction({
    send: (writeOff: WriteOffWire, request) =>
      call(invoiceEndpoints.reverseWriteOff, { params: { id, writeOffId: String(writeOff.id) }, body: {}, ...request }),
    done: ({ balanceDue }, { currency }) => ({
      title: 'Write-off undone',
      description: `${formatMoney(balanceDue, currency)} is due on invoice ${invoiceNumber}.`,
    }),
    failed: 'Failed to undo the write-off',
    refresh: refreshInvoices,
  })
