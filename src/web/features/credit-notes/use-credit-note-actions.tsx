import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { useActionRunner } from '#web/documents/list/actions.ts'
import { printPdf } from '#web/documents/list/print-pdf.ts'
import { useVoidCreditNote } from '#web/documents/payments/use-void-credit-note.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { toast } from '#web/lib/toast.ts'
import { type ActionName, isRefundable } from './actions/actions.ts'
import { creditNoteEmail } from './email/credit-note-email.ts'

const loadEmail = () => import('./email/credit-note-email-dialog.tsx')
const loadRefund = () => import('./refund/credit-refund-dialog.tsx')
const printDelayMs = 1000

const refused = (title: string, description: string) => toast({ title, description, variant: 'destructive' })

/** Render `dialogs` once. */
export const useCreditNoteActions = ({ open }: { open: (id: number) => void }) => {
  const email = useLazyDialog(loadEmail)
  const refund = useLazyDialog(loadRefund)
  const pdfUrl = (id: number) => getEndpointUrl(creditNoteEndpoints.pdf, { params: { id } })
  const voidNote = useVoidCreditNote()
  const { run, busy } = useActionRunner<ActionName, ListedCreditNoteWire>({
    view: ({ id }) => window.open(pdfUrl(id), '_blank', 'noopener'),
    download: ({ id }) =>
      printPdf(pdfUrl(id), printDelayMs, (why) =>
        why === 'blocked'
          ? refused('Popup Blocked', 'Please allow popups to download the PDF.')
          : refused('Error', 'Failed to download PDF. Please try again.'),
      ),
    email: (note) => {
      const refusal = creditNoteEmail.getRefusal(note)
      return refusal ? refused(refusal.title, refusal.reason) : email.show({ id: note.id })
    },
    link: async ({ publicUrl }) =>
      void toast({ title: (await copyText(publicUrl)) ? 'Link Copied' : 'Link to the Credit Note', description: publicUrl }),
    history: ({ id }) => open(id),
    refund: (note) => isRefundable(note) && refund.show({ note }),
    void: voidNote,
  })
  return {
    run,
    busy,
    dialogs: (
      <>
        {email.dialog}
        {refund.dialog}
      </>
    ),
  }
}
