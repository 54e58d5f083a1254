import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { EmailDialog, type EmailDialogProps } from '#web/documents/email/email-dialog.tsx'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'
import { invoiceEmail } from './invoice-email.ts'

export default function InvoiceEmailDialog({ id, isLater = false, open, onClose }: EmailDialogProps) {
  const refresh = useRefreshInvoices()
  return (
    <EmailDialog
      config={invoiceEmail}
      preview={(signal) => call(invoiceEndpoints.emailPreview, { params: { id }, signal })}
      fetchDocument={(signal) => call(invoiceEndpoints.one, { params: { id }, signal })}
      pdfUrl={getEndpointUrl(invoiceEndpoints.pdf, { params: { id } })}
      refresh={refresh}
      isLater={isLater}
      open={open}
      onClose={onClose}
    />
  )
}
