import { EmailDialog } from '#web/documents/email/email-dialog.tsx'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { call } from '#web/lib/api/client.ts'
import { emailPreview, pdfUrl } from './api.ts'
import { invoiceEmail } from './invoice-email.ts'
import { readInvoice } from './record-api.ts'

/** Sends an invoice by e-mail. */
export default function InvoiceEmailDialog({ id, open, onClose }: { id: number; open: boolean; onClose: () => void }) {
  const refresh = useRefreshInvoices()
  return (
    <EmailDialog
      kind={invoiceEmail}
      preview={(signal) => call(emailPreview, { params: { id }, signal })}
      read={(signal) => call(readInvoice, { params: { id }, signal })}
      pdfUrl={pdfUrl(id)}
      refresh={refresh}
      open={open}
      onClose={onClose}
    />
  )
}
