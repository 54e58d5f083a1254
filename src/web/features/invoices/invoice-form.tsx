import { useEffect, useRef, useState } from 'react'
import { type FieldPath, FormProvider, useForm } from 'react-hook-form'
import type { InvoiceInput } from '#shared/api/invoices.ts'
import { ApiError, serverMessage } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { LineItemsEditor } from '#web/paper/line-items-editor.tsx'
import { TaxFields } from '#web/paper/tax-fields.tsx'
import { TotalsCard } from '#web/paper/totals-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { DetailsFields } from './details-fields.tsx'
import { type CheckedInvoice, createBody, type InvoiceDraft, invoiceResolver, newDraft } from './invoice-draft.ts'
import { InvoiceFormSkeleton } from './invoice-form-skeleton.tsx'
import { suggestNumber } from './invoice-number.ts'
import { fieldErrors } from './server-issues.ts'
import { TrialExpiredDialog } from './trial-expired-dialog.tsx'
import { isTrialOver } from './trial-over.ts'
import { useCreateInvoiceCall } from './use-create-invoice.ts'

type Props = {
  /** Whom it is for, when that is known beforehand. */
  customerId: number | undefined
  onClose: () => void
  onCancel: () => void
  onDirty: (dirty: boolean) => void
}

export const InvoiceForm = ({ customerId, onClose, onCancel, onDirty }: Props) => {
  const form = useForm<InvoiceDraft, unknown, CheckedInvoice>({
    resolver: invoiceResolver,
    defaultValues: async () => ({
      ...newDraft(await suggestNumber()),
      ...(customerId === undefined ? {} : { customerId: String(customerId) }),
    }),
    // It would go by the order in which the parts registered their fields, not by the one on the screen.
    shouldFocusError: false,
  })
  const element = useRef<HTMLFormElement>(null)
  const create = useCreateInvoiceCall()
  const [freeNumber, setFreeNumber] = useState<string>()
  const { isDirty, isLoading, errors, submitCount } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  // The dialog opened before its first field was there.
  const { setFocus } = form
  useEffect(() => {
    if (!isLoading) setFocus('customerId')
  }, [isLoading, setFocus])
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [submitCount])

  const refused = async (error: unknown) => {
    if (isTrialOver(error)) return
    const named = fieldErrors(error, form.getValues())
    for (const [i, [name, message]] of named.entries())
      form.setError(name as FieldPath<InvoiceDraft>, { type: 'server', message }, { shouldFocus: i === 0 })
    // Said at the field is said: a notice as well would only lie over the buttons.
    if (named.length === 0) toast({ title: 'Error', description: serverMessage(error, 'Failed to create invoice'), variant: 'destructive' })
    if (error instanceof ApiError && error.status === 409) setFreeNumber(await suggestNumber())
  }
  const submit = (status: InvoiceInput['status']) =>
    form.handleSubmit((checked) => {
      setFreeNumber(undefined)
      if (!create.isPending) create.mutate(createBody(checked, status), { onSuccess: onClose, onError: (error) => void refused(error) })
    })
  const takeFreeNumber = () => {
    form.setValue('invoiceNumber', freeNumber!, { shouldDirty: true, shouldValidate: true })
    setFreeNumber(undefined)
    form.setFocus('invoiceNumber')
  }
  const pendingStatus = create.isPending ? create.variables.status : undefined

  if (isLoading) return <InvoiceFormSkeleton />
  return (
    <FormProvider {...form}>
      <form ref={element} noValidate onSubmit={(event) => event.preventDefault()} aria-label="New invoice" className="grid gap-6">
        <DetailsFields freeNumber={errors.invoiceNumber ? freeNumber : undefined} onUseFreeNumber={takeFreeNumber} />
        <LineItemsEditor wordsFor={(item) => item.name} />
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-[1fr_20rem]">
          <div className="grid content-start gap-4 max-md:order-last">
            <Field label="Notes" error={errors.notes?.message}>
              <Textarea {...form.register('notes')} dir="auto" placeholder="Anything your customer should know" />
            </Field>
            <Field label="Payment Terms" error={errors.terms?.message}>
              <Textarea {...form.register('terms')} dir="auto" placeholder="e.g. Payment within 30 days" />
            </Field>
          </div>
          <div className="grid content-start gap-4">
            <TaxFields />
            <TotalsCard />
          </div>
        </div>
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
