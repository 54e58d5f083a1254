import { useMutation } from '@tanstack/react-query'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { statusWords } from '#shared/invoice-rules.ts'
import { call } from '#web/lib/api.ts'
import type { Request } from '#web/lib/saves.ts'
import { toast } from '#web/lib/toast.ts'
import { useSaves } from '#web/lib/use-saves.ts'
import { PaperForm } from '#web/paper/paper-form.tsx'
import { StatusField } from '#web/paper/status-field.tsx'
import type { TypedRef } from '#web/paper/use-leaving.ts'
import { usePaperForm } from '#web/paper/use-paper-form.ts'
import { useRefresh } from '#web/payments/use-refresh.ts'
import { Button } from '#web/ui/button.tsx'
import { updateInvoice } from './calls.ts'
import { editBody, editResolver, savedDraft } from './invoice-draft.ts'
import { invoiceFormKind } from './invoice-form-kind.ts'
import { statusHint } from './status-hint.ts'

type Props = { invoice: InvoiceWire; onClose: () => void; onCancel: () => void; typed: TypedRef }

/** The Edit Invoice form. */
export const EditForm = ({ invoice, onClose, onCancel, typed }: Props) => {
  const refresh = useRefresh()
  const saves = useSaves()
  const update = useMutation({
    mutationFn: (body: ReturnType<typeof editBody>) => {
      const send = (version: number, request: Request) =>
        call(updateInvoice, { params: { id: invoice.id }, body: { ...body, version }, ...request })
      return saves.save(
        body,
        (request) => send(body.version, request),
        (first, request) => send(first.version, request),
      )
    },
    onSuccess: () => {
      toast({ title: 'Success', description: 'Invoice updated successfully' })
      void refresh()
    },
  })
  const form = usePaperForm({
    kind: invoiceFormKind,
    start: savedDraft(invoice),
    record: invoice,
    show: savedDraft,
    resolverFor: editResolver,
    typed,
    saves,
    failed: 'Failed to update invoice',
    onClose,
  })
  const submit = form.submit((checked, outcome) => update.mutate(editBody(checked, form.version()), outcome))

  return (
    <PaperForm
      form={form}
      label="Invoice"
      minQuantity="1"
      onCancel={onCancel}
      buttons={
        <Button pending={update.isPending} onClick={submit}>
          {update.isPending ? 'Updating...' : 'Update Invoice'}
        </Button>
      }
    >
      <StatusField words={statusWords} hintFor={(typed) => statusHint(form.saved ?? invoice, typed)} />
    </PaperForm>
  )
}
