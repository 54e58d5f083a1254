import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { refundInput } from '#shared/contract/invoice-payments.ts'
import type { Currency } from '#shared/currencies.ts'
import { findDecimalsProblem, toInputAmount } from '#shared/minor-units.ts'
import { formatMoney, parseAmount, toAmount } from '#shared/money.ts'
import { type FormRef, useDiscardGuard } from '#web/documents/form/use-discard-guard.ts'
import { ApiError, call } from '#web/lib/api/client.ts'
import { useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import { getAmountStep } from '#web/lib/format/amount.ts'
import { type IdempotentSave, useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { EmailCheckbox } from './email-checkbox.tsx'
import { type Refundable, refundDestination, refundMessage } from './refunds.ts'
import { useRefreshInvoices } from './use-refresh-invoices.ts'

/** Errors of the request are shown by the form. */
const useRefund = (of: Refundable, saves: IdempotentSave) => {
  const { invoiceId, paymentId } = of
  const refresh = useRefreshInvoices()
  return useMutation({
    mutationFn: (body: z.input<typeof refundInput>) =>
      saves.save(body, (request) =>
        call(invoiceEndpoints.refund, { params: { id: invoiceId, paymentId: String(paymentId) }, body, ...request }),
      ),
    onSuccess: ({ payment }, body) => {
      const [newest] = payment.refunds
      toast(refundMessage(of, newest ?? { amount: body.amount as string, status: 'succeeded', problem: null }))
      void refresh()
    },
    onError: (error) => {
      // A refused refund is final: its idempotency key would only return the refusal again.
      if (error instanceof ApiError && error.status === 409) saves.forget()
      // The screen may be outdated, and a failed refund is listed.
      void refresh()
    },
  })
}

/** Limited to the refundable amount and to the decimals of its currency. */
const schemaFor = (refundable: string, currency: Currency) =>
  refundInput.check(({ value, issues }) => {
    const message =
      value.amount > parseAmount(refundable)
        ? `Amount must be at most ${formatMoney(refundable, currency)}, the part of this payment that can be refunded`
        : findDecimalsProblem('Amount', value.amount, currency)
    if (message) issues.push({ code: 'custom', input: value.amount, path: ['amount'], message })
  })

type Typed = z.input<typeof refundInput>
/** Of a refund whose response was lost. Storage can hold anything. */
const draft = z.object({
  amount: z.string(),
  reason: z.string(),
  sendEmail: z.boolean().default(true),
  withCreditNote: z.boolean().default(false),
})
const toField = (path: string) => (Object.hasOwn(refundInput.shape, path) ? path : undefined)

const amountOf = (text: unknown) => {
  try {
    return parseAmount(String(text))
  } catch {
    return undefined
  }
}

type RefundFormProps = { of: Refundable; onClose: () => void; onCancel: () => void; formRef: FormRef }

const RefundForm = ({ of, onClose, onCancel, formRef }: RefundFormProps) => {
  const { refundable, currency } = of
  const resolver = useMemo(
    () => zodResolver<Typed, unknown, unknown>(schemaFor(refundable, currency), undefined, { raw: true }),
    [refundable, currency],
  )
  const { register, control, handleSubmit, setError, setFocus, getValues, reset, formState } = useForm<Typed>({
    resolver: resolver as never,
    defaultValues: {
      amount: toInputAmount(of.amount ?? refundable, currency),
      reason: of.reason ?? '',
      sendEmail: true,
      withCreditNote: false,
    },
  })
  const { errors, isDirty } = formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  useEffect(() => setFocus('amount', { shouldSelect: true }), [setFocus])
  const saves = useIdempotentSave()
  const local = useLocalDraft<Typed>({
    form: `refund.${of.paymentId}`,
    parse: (stored) => draft.safeParse(stored).data,
    read: (isLeaving) => (isLeaving ? getValues() : undefined),
    saves,
  })
  // A refund that may be in progress is stored with its idempotency key and offered when the dialog opens again.
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current && !saves.mayBeSaved(), discard: () => {} }))
  const { element, failure, show, clear } = useFormFailure(setError, toField)
  const refund = useRefund(of, saves)
  // A double click submits twice before the first request is pending.
  const busy = useRef(false)

  const amount = amountOf(useWatch({ control, name: 'amount' }))
  const all = parseAmount(refundable)
  const rest = amount !== undefined && amount > 0 && amount <= all ? toAmount(all - amount) : undefined
  const submit = handleSubmit((body) => {
    if (busy.current) return
    busy.current = true
    clear()
    refund.mutate(body, {
      onSuccess: () => {
        local.drop()
        onClose()
      },
      onError: (error) => {
        if (!saves.mayBeSaved()) local.drop()
        show(error)
      },
      onSettled: () => {
        busy.current = false
      },
    })
  })
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        // The dialog may be inside another form, which must not be submitted.
        event.stopPropagation()
        void submit(event)
      }}
      aria-label="Refund"
      className="grid gap-4"
    >
      <DraftOffer
        draft={local}
        what="an unfinished refund"
        onContinue={(offer) => {
          local.take(offer)
          reset(offer.content, { keepDefaultValues: true })
        }}
      />
      <p className="flex gap-2.5 rounded-lg bg-note-soft px-3 py-2.5 text-note text-sm">
        <Undo2 className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span>{refundDestination[of.provider]} This can't be undone.</span>
      </p>
      <FormError failure={failure} />
      <Field
        label="Amount"
        required
        error={errors.amount?.message}
        hint={
          !errors.amount && (
            <span className="block min-h-5 tabular-nums">
              {rest === undefined
                ? ''
                : rest === 0
                  ? 'Refunds the full amount.'
                  : `Partial refund: ${formatMoney(rest, currency)} of this payment stays.`}
            </span>
          )
        }
      >
        <Input {...register('amount')} type="number" min={getAmountStep(currency)} step={getAmountStep(currency)} className="text-right" />
      </Field>
      <Field label="Reason" error={errors.reason?.message} hint="Internal: shown only in the invoice's history.">
        <Input {...register('reason')} dir="auto" autoComplete="off" maxLength={200} placeholder="e.g. paid twice" />
      </Field>
      {of.canCredit && (
        <label className="flex gap-2.5 text-sm pointer-coarse:min-h-11">
          <input {...register('withCreditNote')} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" />
          <span className="min-w-0">
            <span className="block">Issue a credit note</span>
            <span className="block text-[0.8125rem] text-muted">
              A document that corrects the invoice. Without it the invoice stays as it is, and you can request the money again.
            </span>
          </span>
        </label>
      )}
      {of.customerEmail !== undefined && (
        <EmailCheckbox what="an email about the refund" to={of.customerEmail} {...register('sendEmail')} />
      )}
      <ModalFooter>
        <SavePendingNotice saves={saves} message="The refund will be requested when you are back online." />
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={refund.isPending}>
          {refund.isPending ? 'Refunding...' : rest === undefined ? 'Refund' : `Refund ${formatMoney(amount!, currency)}`}
        </Button>
      </ModalFooter>
    </form>
  )
}

type Props = { of: Refundable; open: boolean; onClose: () => void }

export default function RefundDialog({ of, open, onClose }: Props) {
  const { close, formRef } = useDiscardGuard('Discard this refund? No money will be refunded.', onClose)
  return (
    <Modal
      title="Refund a Payment"
      description={`Invoice ${of.invoiceNumber}: up to ${formatMoney(of.refundable, of.currency)} can be refunded`}
      size="sm"
      open={open}
      onClose={close}
      guard
    >
      <RefundForm of={of} onClose={onClose} onCancel={close} formRef={formRef} />
    </Modal>
  )
}
