import { Undo2 } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { findCurrencyProblem } from '#shared/amount-limits.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { refundInput } from '#shared/contract/invoice-payments.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { formatMoney, parseAmount, toAmount } from '#shared/money.ts'
import { Flag } from '#web/kit/flag.tsx'
import { RecordForm } from '#web/kit/record-form.tsx'
import { useDiscardGuard } from '#web/kit/use-discard-guard.ts'
import { type FormEnds, useRecordForm } from '#web/kit/use-record-form.tsx'
import { ApiError, call } from '#web/lib/api/client.ts'
import { getAmountStep, readAmount } from '#web/lib/format/amount.ts'
import { getToday } from '#web/lib/format/today.ts'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { EmailCheckbox } from './email-checkbox.tsx'
import { refreshInvoices } from './refresh-invoices.ts'
import { type Refundable, refundDestination, refundMessage } from './refunds.ts'

/** Limited to the refundable amount and to the decimals of its currency. */
const schemaFor = ({ refundable, currency }: Refundable) =>
  refundInput.check(({ value, issues }) => {
    const message =
      value.amount > parseAmount(refundable)
        ? `Amount must be at most ${formatMoney(refundable, currency)}, the part of this payment that can be refunded`
        : findCurrencyProblem('Amount', value.amount, currency)
    if (message) issues.push({ code: 'custom', input: value.amount, path: ['amount'], message })
  })

const describeRest = (rest: number | undefined, currency: Refundable['currency']) => {
  if (rest === undefined) return ''
  return rest === 0 ? 'Refunds the full amount.' : `Partial refund: ${formatMoney(toAmount(rest), currency)} of this payment stays.`
}

const RefundForm = ({ of, ...ends }: { of: Refundable } & FormEnds) => {
  const { invoiceId, paymentId, refundable, currency } = of
  const isByHand = of.provider === 'manual'
  const { form, errorOf, frame } = useRecordForm({
    ...ends,
    noun: 'refund',
    keptAs: `refund.${paymentId}`,
    schema: schemaFor(of),
    defaults: {
      ...{ amount: toInputAmount(of.amount ?? refundable, currency), reason: of.reason ?? '' },
      ...{ day: isByHand ? getToday() : undefined, sendEmail: true, withCreditNote: false },
    },
    first: 'amount',
    save: (body, request) => call(invoiceEndpoints.refund, { params: { id: invoiceId, paymentId: String(paymentId) }, body, ...request }),
    done: ({ payment }, { amount }) =>
      refundMessage(of, payment.refunds[0] ?? { amount: String(amount), status: 'succeeded', problem: null }),
    refresh: refreshInvoices,
    // A refused refund is final: its idempotency key would only return the refusal again.
    onRefused: (error, { forget }) => error instanceof ApiError && error.status === 409 && forget(),
  })
  const { register, control } = form
  const amount = readAmount(useWatch({ control, name: 'amount' }))
  const all = parseAmount(refundable)
  const rest = amount !== undefined && amount > 0 && amount <= all ? all - amount : undefined
  const error = errorOf('amount')
  return (
    <RecordForm
      frame={frame}
      label="Refund"
      intro={
        <p className="flex gap-2.5 rounded-lg bg-note-soft px-3 py-2.5 text-note text-sm">
          <Undo2 className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span>{refundDestination[of.provider]} This can't be undone.</span>
        </p>
      }
      send={[rest === undefined ? 'Refund' : `Refund ${formatMoney(amount!, currency)}`, 'Refunding...']}
      waiting="The refund will be requested when you are back online."
    >
      <Field
        label="Amount"
        required
        error={error}
        hint={!error && <span className="block min-h-5 tabular-nums">{describeRest(rest, currency)}</span>}
      >
        <Input {...register('amount')} type="number" min={getAmountStep(currency)} step={getAmountStep(currency)} className="text-right" />
      </Field>
      {isByHand && (
        <Field label="Date" required error={errorOf('day')}>
          <FormDateInput control={control} name="day" />
        </Field>
      )}
      <Field label="Reason" error={errorOf('reason')} hint="Internal: shown only in the invoice's history.">
        <Input {...register('reason')} dir="auto" autoComplete="off" maxLength={200} placeholder="e.g. paid twice" />
      </Field>
      {of.canCredit && (
        <Flag
          {...register('withCreditNote')}
          label="Issue a credit note"
          hint="A document that corrects the invoice. Without it the invoice stays as it is, and you can ask for payment again."
        />
      )}
      {of.customerEmail !== undefined && (
        <EmailCheckbox what="an email about the refund" to={of.customerEmail} {...register('sendEmail')} />
      )}
    </RecordForm>
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
