import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { EmailDialog, type EmailDialogProps } from '#web/documents/email/email-dialog.tsx'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'
import { creditNoteEmail } from './credit-note-email.ts'

export default function CreditNoteEmailDialog({ id, open, onClose }: EmailDialogProps) {
  const refresh = useRefreshInvoices()
  return (
    <EmailDialog
      config={creditNoteEmail}
      preview={(signal) => call(creditNoteEndpoints.emailPreview, { params: { id }, signal })}
      fetchDocument={(signal) => call(creditNoteEndpoints.one, { params: { id }, signal })}
      pdfUrl={getEndpointUrl(creditNoteEndpoints.pdf, { params: { id } })}
      refresh={refresh}
      open={open}
      onClose={onClose}
    />
  )
}
