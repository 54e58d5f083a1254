import { useMutation } from '@tanstack/react-query'
import type { creditNotesApi } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import type { WireBodyOf } from '#shared/endpoint.ts'
import { formatMoney } from '#shared/money.ts'
import { DocumentForm } from '#web/documents/form/document-form.tsx'
import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import type { FormDraft } from '#web/documents/form/form-draft.ts'
import { withTotals } from '#web/documents/form/form-resolver.ts'
import { FormSkeleton } from '#web/documents/form/form-skeleton.tsx'
import { loadInitialDraft } from '#web/documents/form/initial-draft.ts'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { useDocumentForm } from '#web/documents/form/use-document-form.ts'
import { useViewAction } from '#web/documents/list/panel-route.ts'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { call } from '#web/lib/api/client.ts'
import type { CreditNoteStart } from '#web/lib/dialogs/new-credit-note.ts'
import { type IdempotentSave, useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { creditNoteFormConfig, creditNoteResolver } from './credit-note-draft.ts'

const useIssue = (saves: IdempotentSave) => {
  const refresh = useRefreshInvoices()
  const viewAction = useViewAction('/credit-notes')
  return useMutation({
    mutationFn: (body: WireBodyOf<typeof creditNotesApi.create>) =>
      saves.save(body, (request) => call(creditNoteEndpoints.create, { body, ...request })),
    onSuccess: ({ creditNote: { id, creditNoteNumber, total, currency, customer } }) => {
      toast({
        title: 'Credit note issued',
        description: `${creditNoteNumber}: ${formatMoney(total, currency)} of credit for ${customer.name}.`,
        action: viewAction(id),
      })
      void refresh()
    },
  })
}

const resolverFor = () => creditNoteResolver

type FormProps = { start: FormDraft; onClose: () => void; onCancel: () => void; formRef: FormRef }

const CreditNoteForm = ({ start, onClose, onCancel, formRef }: FormProps) => {
  const saves = useIdempotentSave()
  const { mutate, isPending } = useIssue(saves)
  const form = useDocumentForm({
    ...{ config: creditNoteFormConfig, start, resolverFor, formRef, saves, onClose },
    failed: 'Failed to issue the credit note. Please try again.',
  })
  return (
    <DocumentForm
      form={form}
      label="New credit note"
      onCancel={onCancel}
      buttons={
        <Button pending={isPending} onClick={form.submit((checked, outcome) => mutate(withTotals(checked), outcome))}>
          {isPending ? 'Issuing...' : 'Issue Credit Note'}
        </Button>
      }
    />
  )
}

type Props = CreditNoteStart & { open: boolean; onClose: () => void }

/** Its total becomes credit of the customer. */
export default function CreditNoteDialog({ open, onClose, customerId }: Props) {
  return (
    <FormDialog
      title="New Credit Note"
      size="editor"
      open={open}
      onClose={onClose}
      question="Discard this credit note? What you typed will be lost."
      name="credit-note"
      load={async (_signal, client) => (await loadInitialDraft(client, creditNoteFormConfig, { customerId })).draft}
      fallback={<FormSkeleton />}
    >
      {(start, form) => <CreditNoteForm start={start} {...form} />}
    </FormDialog>
  )
}
