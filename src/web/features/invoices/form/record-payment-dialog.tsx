import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { manualMethods, paymentInput } from '#shared/contract/invoice-payments.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import { sendsReceipt } from '#shared/invoice-rules.ts'
import { findDecimalsProblem, toInputAmount } from '#shared/minor-units.ts'
import { formatMoney, parseAmount, sum } from '#shared/money.ts'
import { type FormRef, useDiscardGuard } from '#web/documents/form/use-discard-guard.ts'
import { EmailCheckbox } from '#web/documents/payments/email-checkbox.tsx'
import { hasWriteOff } from '#web/features/invoices/actions/actions.ts'
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
import type { PaidInvoice, TypedPayment } from './payment-value.ts'
import { PaymentValueFields } from './payment-value-fields.tsx'
import { useRecordPayment } from './use-record-payment.ts'

type PayableInvoice = PaidInvoice &
  Pick<InvoiceWire, 'id' | 'invoiceNumber' | 'currency' | 'exchangeRate' | 'balanceDue' | 'amountWrittenOff' | 'status' | 'customer'>

/** A payment that does not fit beside a write-off undoes it. */
const getMost = (invoice: PayableInvoice) =>
  sum([parseAmount(invoice.balanceDue), ...(hasWriteOff(invoice) ? [parseAmount(invoice.amountWrittenOff)] : [])])

const describeAmount = (invoice: PayableInvoice) => {
  const { balanceDue, amountWrittenOff, currency } = invoice
  if (!hasWriteOff(invoice)) return `${formatMoney(balanceDue, currency)} due`
  const writtenOff = `${formatMoney(amountWrittenOff, currency)} written off`
  return parseAmount(balanceDue) === 0 ? writtenOff : `${formatMoney(balanceDue, currency)} due, ${writtenOff}`
}

const schemaFor = (invoice: PayableInvoice, home: Currency) =>
  paymentInput.check(({ value, issues }) => {
    const { amount, homeAmount } = value
    const most = getMost(invoice)
    const problems = {
      amount:
        amount > most
          ? `Amount must be at most ${hasWriteOff(invoice) ? 'the balance due with what was written off' : 'the balance due'}, ${formatMoney(most, invoice.currency)}`
          : findDecimalsProblem('Amount', amount, invoice.currency),
      homeAmount: findDecimalsProblem(`Received in ${home}`, homeAmount, home),
    }
    for (const [path, message] of Object.entries(problems))
      if (message) issues.push({ code: 'custom', input: value, path: [path], message })
  })

/** Storage can hold anything. */
const draft = z.object({
  amount: z.string(),
  paymentDate: z.string(),
  paymentMethod: z.enum(manualMethods),
  notes: z.string(),
  sendReceipt: z.boolean(),
  exchangeRate: z.string().optional(),
  homeAmount: z.string().optional(),
})

/** A value that was left empty follows from the other one, or from the payment date. */
const omitEmpty = (values: TypedPayment): TypedPayment => ({
  ...values,
  exchangeRate: values.exchangeRate || undefined,
  homeAmount: values.homeAmount || undefined,
})

type RecordPaymentFormProps = {
  invoice: PayableInvoice
  onClose: () => void
  onCancel: () => void
  formRef: FormRef
}

const PaymentForm = ({ invoice, onClose, onCancel, formRef }: RecordPaymentFormProps) => {
  const home = useHomeCurrency()
  const resolver = useMemo(() => {
    const check = zodResolver<TypedPayment, unknown, unknown>(schemaFor(invoice, home), undefined, { raw: true })
    return (values: TypedPayment, context: unknown, options: object) => check(omitEmpty(values), context, options as never)
  }, [invoice, home])
  const form = useForm<TypedPayment>({
    resolver: resolver as never,
    defaultValues: {
      // Of what is written off in part, the balance due is what the customer is asked for.
      amount: toInputAmount(parseAmount(invoice.balanceDue) === 0 ? invoice.amountWrittenOff : invoice.balanceDue, invoice.currency),
      paymentDate: getToday(),
      paymentMethod: manualMethods[0],
      notes: '',
      sendReceipt: sendsReceipt(invoice),
    },
  })
  const { register, control, handleSubmit, setError, setFocus, getValues, reset, subscribe, formState } = form
  const { errors, isDirty } = formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const saves = useIdempotentSave()
  const local = useLocalDraft<TypedPayment>({
    form: `payment.${invoice.id}`,
    parse: (stored) => draft.safeParse(stored).data,
    read: (isLeaving) => (dirty.current || isLeaving ? getValues() : undefined),
    saves,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  // A payment that may be recorded already is stored with its idempotency key and offered when the dialog opens again.
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current && !saves.mayBeSaved(), discard: local.drop }))
  useEffect(() => setFocus('amount', { shouldSelect: true }), [setFocus])
  // Of a draft without a rate, the server asks for the invoice's rate, which no field of this form has.
  const hasField = (path: string) => Object.hasOwn(paymentInput.shape, path) && (path !== 'exchangeRate' || invoice.exchangeRate !== null)
  const { element, failure, show, clear } = useFormFailure(setError, (path) => (hasField(path) ? path : undefined))
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
      {hasWriteOff(invoice) && (
        <p className="rounded-lg bg-note-soft px-3 py-2.5 text-note text-sm">
          {parseAmount(invoice.balanceDue) === 0
            ? 'The payment undoes the write-off. What it leaves open is due again.'
            : 'A payment of more than the balance due undoes the write-off.'}
        </p>
      )}
      <FormError failure={failure} />
      <Field label="Amount" required error={errors.amount?.message}>
        <Input
          {...register('amount')}
          type="number"
          min={getAmountStep(invoice.currency)}
          step={getAmountStep(invoice.currency)}
          className="text-right"
        />
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
      {invoice.currency !== home && <PaymentValueFields form={form} invoice={invoice} />}
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
  invoice: PayableInvoice
  open: boolean
  onClose: () => void
}

export default function PaymentDialog({ invoice, open, onClose }: Props) {
  const { close, formRef } = useDiscardGuard('Discard this payment? What you typed will be lost.', onClose)
  return (
    <Modal
      title="Record Payment"
      description={`Invoice ${invoice.invoiceNumber}: ${describeAmount(invoice)}`}
      size="sm"
      open={open}
      onClose={close}
      guard
    >
      <PaymentForm invoice={invoice} onClose={onClose} onCancel={close} formRef={formRef} />
    </Modal>
  )
}
