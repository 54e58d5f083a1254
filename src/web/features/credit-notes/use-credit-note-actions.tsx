import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { useEmailAction } from '#web/documents/email/use-email-action.ts'
import { useActionRunner } from '#web/documents/list/actions.ts'
import { copyPublicLink } from '#web/documents/list/copy-public-link.ts'
import { downloadPdf } from '#web/documents/list/print-pdf.ts'
import type { ListHandlers } from '#web/documents/list/use-document-list.ts'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { useVoidCreditNote } from '#web/documents/payments/use-void-credit-note.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { type ActionName, creditNotes, isRefundable } from './actions/credit-note-kind.ts'

const loadRefund = () => import('./refund/credit-refund-dialog.tsx')

export const useCreditNoteActions = ({ open }: ListHandlers) => {
  const mail = useEmailAction(creditNotes, useRefreshInvoices())
  const refund = useLazyDialog(loadRefund)
  const voidNote = useVoidCreditNote()
  const getPdfUrl = (id: number) => getEndpointUrl(creditNoteEndpoints.pdf, { params: { id } })
  const { run, busy } = useActionRunner<ActionName, ListedCreditNoteWire>({
    view: ({ id }) => window.open(getPdfUrl(id), '_blank', 'noopener'),
    download: ({ id }) => downloadPdf(getPdfUrl(id)),
    email: mail.email,
    link: ({ publicUrl }) => copyPublicLink('Credit Note', publicUrl),
    history: ({ id }) => open(id),
    refund: (note) => isRefundable(note) && refund.show({ note }),
    void: voidNote.start,
  })
  return {
    run,
    busy,
    dialogs: (
      <>
        {mail.dialog}
        {refund.dialog}
      </>
    ),
  }
}
