import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { writeOffInput } from '#shared/contract/write-offs.ts'
import { findDecimalsProblem, toInputAmount } from '#shared/minor-units.ts'
import { type Amount, formatMoney, parseAmount, scale } from '#shared/money.ts'
import { textLimits } from '#shared/text-limits.ts'
import { type FormRef, useDiscardGuard } from '#web/documents/form/use-discard-guard.ts'
import { useWriteOff } from '#web/features/invoices/actions/use-write-off.ts'
import { type PanelInvoice, useInvoice } from '#web/features/invoices/panel/use-invoice.ts'
import { useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import { getAmountStep } from '#web/lib/format/amount.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'

type Typed = z.input<typeof writeOffInput> & { amount: string }

const schemaFor = ({ balanceDue, currency, issueDate }: ListedInvoiceWire) =>
  writeOffInput.check(({ value, issues }) => {
    const { amount, day } = value
    const problems = {
      amount:
        amount === undefined
          ? 'Amount is required'
          : amount > parseAmount(balanceDue)
            ? `Amount must be at most the balance due, ${formatMoney(balanceDue, currency)}`
            : findDecimalsProblem('Amount', amount, currency),
      day: day < issueDate ? 'Day must not be before the issue date of the invoice' : undefined,
    }
    for (const [path, message] of Object.entries(problems))
      if (message) issues.push({ code: 'custom', input: value, path: [path], message })
  })

/** Storage can hold anything. */
const draft = z.object({ amount: z.string(), day: z.string(), reason: z.string(), recoversTax: z.boolean() })

const hasField = (path: string) => Object.hasOwn(writeOffInput.shape, path)

/** Undefined for an invoice without tax, and while its taxes are not loaded. */
const getTaxPart = (invoice: PanelInvoice, typed: unknown): Amount | undefined => {
  if (!('taxAmount' in invoice) || parseAmount(invoice.taxAmount) <= 0) return undefined
  try {
    return scale(parseAmount(invoice.taxAmount), parseAmount(String(typed)), parseAmount(invoice.total), invoice.currency)
  } catch {
    return parseAmount('0')
  }
}

type FormProps = { listed: ListedInvoiceWire; onClose: () => void; onCancel: () => void; formRef: FormRef }

const WriteOffForm = ({ listed, onClose, onCancel, formRef }: FormProps) => {
  // A row of the list has no taxes.
  const { data: invoice = listed } = useInvoice(listed.id, listed)
  const { id, currency, balanceDue } = invoice
  const resolver = useMemo(() => zodResolver<Typed, unknown, unknown>(schemaFor(invoice) as never, undefined, { raw: true }), [invoice])
  const { register, control, handleSubmit, setError, setFocus, getValues, reset, subscribe, formState } = useForm<Typed>({
    resolver: resolver as never,
    defaultValues: { amount: toInputAmount(balanceDue, currency), day: getToday(), reason: '', recoversTax: false },
  })
  const { errors, isDirty } = formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const saves = useIdempotentSave()
  const local = useLocalDraft<Typed>({
    form: `write-off.${id}`,
    parse: (stored) => draft.safeParse(stored).data,
    read: (isLeaving) => (dirty.current || isLeaving ? getValues() : undefined),
    saves,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  // A write-off that may be stored already is kept with its idempotency key and offered when the dialog opens again.
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current && !saves.mayBeSaved(), discard: local.drop }))
  useEffect(() => setFocus('amount', { shouldSelect: true }), [setFocus])
  const { element, failure, show, clear } = useFormFailure(setError, (path) => (hasField(path) ? path : undefined))
  const { mutate, isPending } = useWriteOff(invoice, saves)
  // A double click submits twice before the first request is pending.
  const busy = useRef(false)
  const taxPart = getTaxPart(invoice, useWatch({ control, name: 'amount' }))

  const submit = handleSubmit((body) => {
    if (busy.current) return
    busy.current = true
    clear()
    mutate(body, {
      onSuccess: () => {
        local.drop()
        onClose()
      },
      onError: show,
      onSettled: () => {
        busy.current = false
      },
    })
  })
  return (
    <form ref={element} noValidate onSubmit={submit} aria-label="Write-off" className="grid gap-4">
      <DraftOffer
        draft={local}
        what="an unfinished write-off"
        onContinue={(offer) => {
          local.take(offer)
          reset(offer.content, { keepDefaultValues: true })
        }}
      />
      <FormError failure={failure} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Amount" required error={errors.amount?.message}>
          <Input
            {...register('amount')}
            type="number"
            min={getAmountStep(currency)}
            step={getAmountStep(currency)}
            className="text-right"
          />
        </Field>
        <Field label="Date" required error={errors.day?.message}>
          <FormDateInput control={control} name="day" />
        </Field>
      </div>
      <Field label="Reason" error={errors.reason?.message} hint="Internal: the customer doesn’t see it.">
        <Input
          {...register('reason')}
          dir="auto"
          autoComplete="off"
          maxLength={textLimits.writeOffReason}
          placeholder="e.g. out of business"
        />
      </Field>
      {taxPart !== undefined && (
        <label className="flex gap-2.5 text-sm pointer-coarse:min-h-11">
          <input {...register('recoversTax')} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" />
          <span className="min-w-0">
            <span className="block tabular-nums">Take back the tax part, {formatMoney(taxPart, currency)}</span>
            <span className="block text-[0.8125rem] text-muted">
              Lowers the sales tax you owe on that date, where your tax rules allow it.
            </span>
          </span>
        </label>
      )}
      <p className="text-[0.8125rem] text-muted">
        No email is sent, and reminders stop once nothing is due. If the customer pays later, the write-off is undone.
      </p>
      <ModalFooter>
        <SavePendingNotice saves={saves} />
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending}>
          {isPending ? 'Writing off...' : 'Write Off'}
        </Button>
      </ModalFooter>
    </form>
  )
}

type Props = { invoice: ListedInvoiceWire; open: boolean; onClose: () => void }

export default function WriteOffDialog({ invoice: listed, open, onClose }: Props) {
  const { close, formRef } = useDiscardGuard('Discard this write-off? What you typed will be lost.', onClose)
  return (
    <Modal
      title="Write Off"
      description={`Invoice ${listed.invoiceNumber}: ${formatMoney(listed.balanceDue, listed.currency)} due`}
      size="sm"
      open={open}
      onClose={close}
      guard
    >
      <WriteOffForm listed={listed} onClose={onClose} onCancel={close} formRef={formRef} />
    </Modal>
  )
}
