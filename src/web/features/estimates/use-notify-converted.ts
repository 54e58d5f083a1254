import { useLocation } from 'wouter'
import type { EstimateWire } from '#shared/contract/estimates.ts'
import { toast } from '#web/lib/toast.ts'

/** The invoice that an estimate was converted to. */
export type ConvertedInvoice = { id: number; invoiceNumber: string }

/** Shows that an estimate was converted to an invoice, with a link. `title` is a text of the specification; `detail` is additional. */
export const useNotifyConverted = () => {
  const [, navigate] = useLocation()
  return (
    title: string,
    { estimateNumber }: Pick<EstimateWire, 'estimateNumber'>,
    { id, invoiceNumber }: ConvertedInvoice,
    detail?: string,
  ): void =>
    toast({
      title,
      description: `${estimateNumber} is now invoice ${invoiceNumber}.`,
      detail,
      action: { label: 'View invoice', run: () => navigate(`/invoices/${id}`) },
    })
}
