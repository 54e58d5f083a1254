import { useMutation } from '@tanstack/react-query'
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { Conflict } from '#web/entity/conflict.tsx'
import { ApiError, call } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useCustomer } from '#web/pick/customer-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirmed } from '#web/ui/confirm.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { updateInvoice } from './calls.ts'
import { DraftOffer } from './draft-offer.tsx'
import { type CheckedEdit, editBody, editResolver, type InvoiceDraft, savedDraft } from './invoice-draft.ts'
import { InvoiceFields } from './invoice-fields.tsx'
import type { OfferedDraft } from './local-draft.ts'
import { StatusField } from './status-field.tsx'
import { useInvoiceForm } from './use-invoice-form.ts'
import type { TypedRef } from './use-leaving.ts'
import { useLocalDraft } from './use-local-draft.ts'
import { useRefresh } from './use-refresh.ts'
import { versionWords } from './versions.ts'

type Props = { invoice: InvoiceWire; onClose: () => void; onCancel: () => void; typed: TypedRef }

/** The record as somebody else saved it meanwhile, when that is why a save was refused. */
const staleCopy = (error: unknown): InvoiceWire | undefined =>
  error instanceof ApiError && error.status === 409 ? (error.body?.current as InvoiceWire | undefined) : undefined

/** The button that was pressed may be a screen below. */
const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** The Edit Invoice form. */
export const EditForm = ({ invoice, onClose, onCancel, typed }: Props) => {
  // What is edited: as it was opened, or a newer version that was met meanwhile.
  const [saved, setSaved] = useState(invoice)
  const version = useRef(invoice.version)
  const [current, setCurrent] = useState<InvoiceWire>()
  const resolver = useMemo(() => editResolver(saved.lineItems), [saved])
  const form = useForm<InvoiceDraft, unknown, CheckedEdit>({ resolver, defaultValues: savedDraft(invoice), shouldFocusError: false })
  const element = useRef<HTMLFormElement>(null)
  const { isDirty, refused, forgetFreeNumber, number } = useInvoiceForm(form, element)
  const local = useLocalDraft(invoice.id, () => (isDirty() ? { draft: form.getValues(), version: version.current } : undefined))
  const { subscribe, reset } = form
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  useImperativeHandle(typed, () => ({ isDirty, giveUp: local.drop }))
  const refresh = useRefresh()
  const update = useMutation({
    mutationFn: (body: ReturnType<typeof editBody>) => call(updateInvoice, { params: { id: invoice.id }, body }),
  })
  const busy = useRef(false)

  const submit = form.handleSubmit((checked) => {
    if (busy.current) return
    busy.current = true
    forgetFreeNumber()
    setCurrent(undefined)
    update.mutate(editBody(checked, version.current), {
      onSuccess: () => {
        local.drop()
        toast({ title: 'Success', description: 'Invoice updated successfully' })
        void refresh()
        onClose()
      },
      onError: (error) => {
        const newer = staleCopy(error)
        if (newer) setCurrent(newer)
        else void refused(error, 'Failed to update invoice')
      },
      onSettled: () => {
        busy.current = false
      },
    })
  })
  const goOn = (offer: OfferedDraft) => {
    if (isDirty() && !confirmed('Replace what you typed here by the unfinished changes?')) return
    local.take(offer)
    // From what it began with: a save over a newer record is then noticed.
    version.current = offer.content.version ?? invoice.version
    reset(offer.content.draft, { keepDefaultValues: true })
  }
  const customer = useCustomer(Number(useWatch({ control: form.control, name: 'customerId' })) || null)

  return (
    <FormProvider {...form}>
      {current && (
        <div ref={intoSight}>
          <Conflict
            typed={{ draft: form.getValues(), customer: customer?.name ?? saved.customer.name, whose: 'yours' as const }}
            current={{ draft: savedDraft(current), customer: current.customer.name, whose: 'theirs' as const }}
            inWords={versionWords(form.getValues(), savedDraft(current))}
            keepMine={() => {
              version.current = current.version
              setSaved(current)
              setCurrent(undefined)
            }}
            takeTheirs={() => {
              version.current = current.version
              setSaved(current)
              reset(savedDraft(current))
              local.drop()
              setCurrent(undefined)
            }}
          />
        </div>
      )}
      <form ref={element} noValidate onSubmit={(event) => event.preventDefault()} aria-label="Invoice" className="grid gap-6">
        <DraftOffer draft={local} what="unsaved changes" onContinue={goOn} />
        <InvoiceFields {...number} savedCustomer={{ id: saved.customerId, name: saved.customer.name }} minQuantity="1">
          <StatusField saved={saved} />
        </InvoiceFields>
        <ModalFooter>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
          <Button pending={update.isPending} onClick={submit}>
            {update.isPending ? 'Updating...' : 'Update Invoice'}
          </Button>
        </ModalFooter>
      </form>
    </FormProvider>
  )
}
