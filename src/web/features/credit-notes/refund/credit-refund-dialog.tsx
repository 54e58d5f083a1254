import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { creditRefundInput } from '#shared/contract/credit-refunds.ts'
import { manualMethods } from '#shared/contract/invoice-payments.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatDay } from '#shared/dates.ts'
import { findDecimalsProblem, toInputAmount } from '#shared/minor-units.ts'
import { formatMoney, parseAmount } from '#shared/money.ts'
import { textLimits } from '#shared/text-limits.ts'
import { type FormRef, useDiscardGuard } from '#web/documents/form/use-discard-guard.ts'
import { useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import { getAmountStep } from '#web/lib/format/amount.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { useCreditRefund } from './use-credit-refund.ts'

/** A credit note without an invoice. */
type FreeNote = Pick<ListedCreditNoteWire, 'id' | 'creditNoteNumber' | 'currency' | 'issueDate'> & { creditLeft: string }

type Typed = z.input<typeof creditRefundInput> & { amount: string }

const schemaFor = ({ creditLeft, currency, issueDate }: FreeNote, home: Currency) =>
  creditRefundInput.check(({ value, issues }) => {
    const { amount, day, homeAmount } = value
    const problems = {
      amount:
        amount === undefined
          ? 'Amount is required'
          : amount > parseAmount(creditLeft)
            ? `Amount must be at most ${formatMoney(creditLeft, currency)}, which is what is left of this credit note`
            : findDecimalsProblem('Amount', amount, currency),
      day: day < issueDate ? `Day must not be before that of the credit note, ${formatDay(issueDate)}` : undefined,
      homeAmount: findDecimalsProblem(`Given back in ${home}`, homeAmount, home),
    }
    for (const [path, message] of Object.entries(problems))
      if (message) issues.push({ code: 'custom', input: value, path: [path], message })
  })

/** Storage can hold anything. */
const draft = z.object({
  amount: z.string(),
  day: z.string(),
  paymentMethod: z.enum(manualMethods),
  notes: z.string(),
  homeAmount: z.string().optional(),
})

const hasField = (path: string) => Object.hasOwn(draft.shape, path)

/** An empty amount at home follows from the rate of the day. */
const omitEmpty = (values: Typed): Typed => ({ ...values, homeAmount: values.homeAmount || undefined })

type FormProps = { note: FreeNote; onClose: () => void; onCancel: () => void; formRef: FormRef }

const RefundForm = ({ note, onClose, onCancel, formRef }: FormProps) => {
  const { id, currency, creditLeft } = note
  const home = useHomeCurrency()
  const resolver = useMemo(() => {
    const check = zodResolver<Typed, unknown, unknown>(schemaFor(note, home) as never, undefined, { raw: true })
    return (values: Typed, context: unknown, options: object) => check(omitEmpty(values), context, options as never)
  }, [note, home])
  const { register, control, handleSubmit, setError, setFocus, getValues, reset, subscribe, formState } = useForm<Typed>({
    resolver: resolver as never,
    defaultValues: { amount: toInputAmount(creditLeft, currency), day: getToday(), paymentMethod: manualMethods[0], notes: '' },
  })
  const { errors, isDirty } = formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const saves = useIdempotentSave()
  const local = useLocalDraft<Typed>({
    form: `credit-refund.${id}`,
    parse: (stored) => draft.safeParse(stored).data,
    read: (isLeaving) => (dirty.current || isLeaving ? getValues() : undefined),
    saves,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  // A refund that may be recorded already is stored with its idempotency key and offered when the dialog opens again.
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current && !saves.mayBeSaved(), discard: local.drop }))
  useEffect(() => setFocus('amount', { shouldSelect: true }), [setFocus])
  const { element, failure, show, clear } = useFormFailure(setError, (path) => (hasField(path) ? path : undefined))
  const { mutate, isPending } = useCreditRefund(note, saves)
  // A double click submits twice before the first request is pending.
  const busy = useRef(false)

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
    <form ref={element} noValidate onSubmit={submit} aria-label="Refund" className="grid gap-4">
      <DraftOffer
        draft={local}
        what="an unfinished refund"
        onContinue={(offer) => {
          local.take(offer)
          reset(offer.content, { keepDefaultValues: true })
        }}
      />
      <p className="text-[0.8125rem] text-muted">
        Return the money yourself, such as by bank transfer. This records it. What is left stays credit of the customer.
      </p>
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
      <Field label="Payment Method" required error={errors.paymentMethod?.message}>
        <Select {...register('paymentMethod')}>
          {manualMethods.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </Select>
      </Field>
      {currency !== home && (
        <Field label={`Given back in ${home}`} error={errors.homeAmount?.message} hint="Left empty, it follows from the rate of that day.">
          <Input {...register('homeAmount')} type="number" min={getAmountStep(home)} step={getAmountStep(home)} className="text-right" />
        </Field>
      )}
      <Field label="Note" error={errors.notes?.message} hint="Internal: the customer doesn’t see it.">
        <Input
          {...register('notes')}
          dir="auto"
          autoComplete="off"
          maxLength={textLimits.paymentNote}
          placeholder="e.g. the transfer's reference"
        />
      </Field>
      <ModalFooter>
        <SavePendingNotice saves={saves} />
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending}>
          {isPending ? 'Recording...' : 'Record Refund'}
        </Button>
      </ModalFooter>
    </form>
  )
}

type Props = { note: FreeNote; open: boolean; onClose: () => void }

export default function CreditRefundDialog({ note, open, onClose }: Props) {
  const { close, formRef } = useDiscardGuard('Discard this refund? What you typed will be lost.', onClose)
  return (
    <Modal
      title="Refund a Credit Note"
      description={`${note.creditNoteNumber}: ${formatMoney(note.creditLeft, note.currency)} left`}
      size="sm"
      open={open}
      onClose={close}
      guard
    >
      <RefundForm note={note} onClose={onClose} onCancel={close} formRef={formRef} />
    </Modal>
  )
}
