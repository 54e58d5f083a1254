import { useEffect, useImperativeHandle, useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { InvoiceInput } from '#shared/api/invoices.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmed } from '#web/ui/confirm.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { type CheckedInvoice, createBody, type InvoiceDraft, invoiceResolver } from './invoice-draft.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import type { OfferedDraft } from './local-draft.ts'
import { TrialExpiredDialog } from './trial-expired-dialog.tsx'
import { isTrialOver } from './trial-over.ts'
import { useCreateInvoiceCall } from './use-create-invoice.ts'
import { useInvoiceForm } from './use-invoice-form.ts'
import type { TypedRef } from './use-leaving.ts'
import { useLocalDraft } from './use-local-draft.ts'

type Props = {
  start: InvoiceDraft
  /** What the due date's distance from the issue date is, until somebody types another. */
  dueAfterDays: number
  /** Whether what an earlier dialog left behind is offered: not to who asked for a copy. */
  offering: boolean
  onClose: () => void
  onCancel: () => void
  typed: TypedRef
}

/** The Create New Invoice form. */
export const InvoiceForm = ({ start, dueAfterDays, offering, onClose, onCancel, typed }: Props) => {
  const form = useForm<InvoiceDraft, unknown, CheckedInvoice>({ resolver: invoiceResolver, defaultValues: start, shouldFocusError: false })
  const element = useRef<HTMLFormElement>(null)
  const { isDirty, refused, forgetFreeNumber, number } = useInvoiceForm(form, element)
  const proposedNumber = start.invoiceNumber
  const local = useLocalDraft(undefined, () => (isDirty() ? { draft: form.getValues(), proposedNumber } : undefined), { offering })
  const { subscribe, reset } = form
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  useImperativeHandle(typed, () => ({ isDirty, giveUp: local.drop }))
  const create = useCreateInvoiceCall()
  // A double click submits twice before the first can be seen as pending.
  const busy = useRef(false)

  const submit = (status: InvoiceInput['status']) =>
    form.handleSubmit((checked) => {
      if (busy.current) return
      busy.current = true
      forgetFreeNumber()
      create.mutate(createBody(checked, status, proposedNumber), {
        onSuccess: () => {
          local.drop()
          onClose()
        },
        onError: (error) => {
          if (!isTrialOver(error)) void refused(error, 'Failed to create invoice')
        },
        onSettled: () => {
          busy.current = false
        },
      })
    })
  const goOn = (offer: OfferedDraft) => {
    if (isDirty() && !confirmed('Replace what you typed here by the unfinished invoice?')) return
    const { draft, proposedNumber: oldProposal } = offer.content
    const invoiceNumber = draft.invoiceNumber === oldProposal ? proposedNumber : draft.invoiceNumber
    local.take(offer)
    reset({ ...draft, invoiceNumber }, { keepDefaultValues: true })
  }
  const pendingStatus = create.isPending ? create.variables.status : undefined

  return (
    <FormProvider {...form}>
      <form ref={element} noValidate onSubmit={(event) => event.preventDefault()} aria-label="New invoice" className="grid gap-6">
        <DraftOffer draft={local} what="an unfinished invoice" onContinue={goOn} />
        <InvoiceFields dueAfterDays={dueAfterDays} {...number} />
        <ModalFooter>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="secondary" pending={pendingStatus === 'draft'} disabled={pendingStatus === 'sent'} onClick={submit('draft')}>
            {pendingStatus === 'draft' ? 'Creating...' : 'Save as Draft'}
          </Button>
          <Button pending={pendingStatus === 'sent'} disabled={pendingStatus === 'draft'} onClick={submit('sent')}>
            {pendingStatus === 'sent' ? 'Creating...' : 'Create & Send'}
          </Button>
        </ModalFooter>
      </form>
      <TrialExpiredDialog open={create.isError && isTrialOver(create.error)} onLater={() => create.reset()} onChoose={onClose} />
    </FormProvider>
  )
}
