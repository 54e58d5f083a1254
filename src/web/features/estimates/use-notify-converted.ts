import { useLocation } from 'wouter'
import type { EstimateWire } from '#shared/contract/estimates.ts'
import { toast } from '#web/lib/toast.ts'

/** The invoice that an estimate became. */
export type ConvertedInvoice = { id: number; invoiceNumber: string }

/** Says that an estimate became an invoice, and offers to go there. `title` is the catalogue's; `detail` what else happened. */
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
