import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { manualMethods, paymentInput } from '#shared/contract/invoice-payments.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { sendsReceipt } from '#shared/invoice-rules.ts'
import { formatMoney, parseAmount } from '#shared/money.ts'
import { type FormRef, useDiscardGuard } from '#web/documents/form/use-discard-guard.ts'
import { EmailCheckbox } from '#web/documents/payments/email-checkbox.tsx'
import { useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { useRecordPayment } from './use-record-payment.ts'

/** The contract's schema, limited to the balance due. */
const schemaFor = ({ balanceDue, currency }: Pick<InvoiceWire, 'balanceDue' | 'currency'>) =>
  paymentInput.check(({ value, issues }) => {
    if (value.amount <= parseAmount(balanceDue)) return
    const message = `Amount must be at most the balance due, ${formatMoney(balanceDue, currency)}`
    issues.push({ code: 'custom', input: value.amount, path: ['amount'], message })
  })

type Typed = z.input<typeof paymentInput>
/** The stored draft. Storage can hold anything. */
const draft = z.object({
  amount: z.string(),
  paymentDate: z.string(),
  paymentMethod: z.enum(manualMethods),
  notes: z.string(),
  sendReceipt: z.boolean(),
})
const toField = (path: string) => (Object.hasOwn(paymentInput.shape, path) ? path : undefined)

type RecordPaymentFormProps = {
  invoice: Pick<InvoiceWire, 'id' | 'invoiceNumber' | 'currency' | 'balanceDue' | 'status' | 'customer'>
  onClose: () => void
  onCancel: () => void
  formRef: FormRef
}

const PaymentForm = ({ invoice, onClose, onCancel, formRef }: RecordPaymentFormProps) => {
  const resolver = useMemo(() => zodResolver<Typed, unknown, unknown>(schemaFor(invoice), undefined, { raw: true }), [invoice])
  const { register, control, handleSubmit, setError, setFocus, getValues, reset, subscribe, formState } = useForm<Typed>({
    resolver: resolver as never,
    defaultValues: {
      amount: invoice.balanceDue,
      paymentDate: getToday(),
      paymentMethod: manualMethods[0],
      notes: '',
      sendReceipt: sendsReceipt(invoice),
    },
  })
  const { errors, isDirty } = formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const saves = useIdempotentSave()
  const local = useLocalDraft<Typed>({
    form: `payment.${invoice.id}`,
    parse: (stored) => draft.safeParse(stored).data,
    read: (isLeaving) => (dirty.current || isLeaving ? getValues() : undefined),
    saves,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  // A payment that may be recorded already is stored with its idempotency key and offered when the dialog opens again.
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current && !saves.mayBeSaved(), discard: local.drop }))
  useEffect(() => setFocus('amount', { shouldSelect: true }), [setFocus])
  const { element, failure, show, clear } = useFormFailure(setError, toField)
  const record = useRecordPayment(invoice, saves)
  // A double click submits twice before the first request is pending.
  const busy = useRef(false)

  const submit = handleSubmit((body) => {
    if (busy.current) return
    busy.current = true
    clear()
    record.mutate(body, {
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
    <form ref={element} noValidate onSubmit={submit} aria-label="Payment" className="grid gap-4">
      <DraftOffer
        draft={local}
        what="an unfinished payment"
        onContinue={(offer) => {
          local.take(offer)
          reset(offer.content, { keepDefaultValues: true })
        }}
      />
      <FormError failure={failure} />
      <Field label="Amount" required error={errors.amount?.message}>
        <Input {...register('amount')} type="number" min="0.01" step="0.01" className="text-right" />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Payment Date" required error={errors.paymentDate?.message}>
          <FormDateInput control={control} name="paymentDate" />
        </Field>
        <Field label="Payment Method" required error={errors.paymentMethod?.message}>
          <Select {...register('paymentMethod')}>
            {manualMethods.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Note" error={errors.notes?.message}>
        <Input {...register('notes')} dir="auto" autoComplete="off" placeholder="e.g. the transfer's reference" />
      </Field>
      <EmailCheckbox what="a receipt" to={invoice.customer.email} {...register('sendReceipt')} />
      <ModalFooter>
        <SavePendingNotice saves={saves} />
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={record.isPending}>
          {record.isPending ? 'Recording...' : 'Record Payment'}
        </Button>
      </ModalFooter>
    </form>
  )
}

type Props = {
  invoice: Pick<InvoiceWire, 'id' | 'invoiceNumber' | 'currency' | 'balanceDue' | 'status' | 'customer'>
  open: boolean
  onClose: () => void
}

/** Records a payment that was made without the payment link. */
export default function PaymentDialog({ invoice, open, onClose }: Props) {
  const { close, formRef } = useDiscardGuard('Discard this payment? What you typed will be lost.', onClose)
  return (
    <Modal
      title="Record Payment"
      description={`Invoice ${invoice.invoiceNumber}: ${formatMoney(invoice.balanceDue, invoice.currency)} due`}
      size="sm"
      open={open}
      onClose={close}
      guard
    >
      <PaymentForm invoice={invoice} onClose={onClose} onCancel={close} formRef={formRef} />
    </Modal>
  )
}
