import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { scheduleInput } from '#shared/contract/instalments.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { formatDay } from '#shared/dates.ts'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { call } from '#web/lib/api/client.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'

/** Without instalments the schedule is removed. Errors are shown by the form. */
export const useSaveSchedule = ({ id, invoiceNumber }: Pick<ListedInvoiceWire, 'id' | 'invoiceNumber'>, saves: IdempotentSave) => {
  const refresh = useRefreshInvoices()
  return useMutation({
    mutationFn: (body: z.input<typeof scheduleInput>) =>
      saves.save(body, (request) => call(invoiceEndpoints.saveSchedule, { params: { id }, body, ...request })),
    onSuccess: ({ instalments }) => {
      const next = instalments.find(({ balanceDue }) => balanceDue !== '0.00')
      toast(
        next
          ? {
              title: 'Payment schedule saved',
              description: `Invoice ${invoiceNumber} is paid in ${instalments.length} instalments, the next by ${formatDay(next.dueDate)}.`,
            }
          : { title: 'Payment schedule removed', description: `All of invoice ${invoiceNumber} is due at once.` },
      )
      void refresh()
    },
    // The screen may be outdated.
    onError: () => void refresh(),
  })
}
