import type { ChangeEvent } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { paymentFields } from '#model/money-actions.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { paymentInput } from '#shared/contract/invoice-payments.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { formatDay, isDay } from '#shared/dates.ts'
import { type EarlyDiscount, type EarlyDiscountOffer, getEarlyDiscountOffer } from '#shared/early-discounts.ts'
import { sendsReceipt } from '#shared/invoice-rules.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { formatMoney, parseAmount, toAmount, toDecimal, zero } from '#shared/money.ts'
import { EmailCheckbox } from '#web/documents/payments/email-checkbox.tsx'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { RateInput } from '#web/documents/rates/rate-input.tsx'
import { describeRate, useSuggestedRate } from '#web/documents/rates/suggested-rate.ts'
import { hasWriteOff } from '#web/features/invoices/actions/invoice-kind.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { Flag } from '#web/kit/flag.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { readAmount } from '#web/lib/format/amount.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { computeExchangeGain, computeValue, type PaidInvoice, type TypedPayment } from './payment-value.ts'

type PayableInvoice = PaidInvoice &
  Pick<InvoiceWire, 'id' | 'invoiceNumber' | 'currency' | 'balanceDue' | 'amountWrittenOff' | 'amountCredited' | 'status' | 'customer'> &
  Pick<InvoiceWire, 'issueDate' | keyof EarlyDiscount>

const readOffer = (invoice: PayableInvoice): EarlyDiscountOffer | null =>
  getEarlyDiscountOffer({
    ...invoice,
    ...{ total: parseAmount(invoice.total), balanceDue: parseAmount(invoice.balanceDue) },
    ...{ amountCredited: parseAmount(invoice.amountCredited), amountWrittenOff: parseAmount(invoice.amountWrittenOff) },
  })

type TypedMoney = Pick<TypedPayment, 'amount' | 'paymentDate'>
const isInTime = ({ day }: EarlyDiscountOffer, { paymentDate }: TypedMoney) => isDay(String(paymentDate)) && String(paymentDate) <= day
const takesDiscount = (offer: EarlyDiscountOffer, typed: TypedMoney) =>
  isInTime(offer, typed) && readAmount(String(typed.amount)) === offer.amount

type DiscountProps = { form: UseFormReturn<TypedPayment>; offer: EarlyDiscountOffer; currency: InvoiceWire['currency'] }

/** Offered while the payment date is in time: one press enters what then is to be paid. */
const DiscountField = ({ form: { control, register, setValue }, offer, currency }: DiscountProps) => {
  const [amount, paymentDate] = useWatch({ control, name: ['amount', 'paymentDate'] })
  const typed = { amount, paymentDate }
  if (takesDiscount(offer, typed))
    return (
      <Flag
        {...register('earlyPaymentDiscount')}
        label={`Discount ${offer.percent}% taken: ${formatMoney(offer.discount, currency)} credited`}
        hint="A credit note with its tax part is issued."
      />
    )
  if (!isInTime(offer, typed))
    return <p className="text-[0.8125rem] text-muted">{`The ${offer.percent}% discount was for payments until ${formatDay(offer.day)}.`}</p>
  return (
    <Button
      variant="secondary"
      size="sm"
      onClick={() => setValue('amount', toInputAmount(toDecimal(offer.amount), currency), { shouldDirty: true, shouldValidate: true })}
    >
      {`Pay ${formatMoney(offer.amount, currency)} with ${offer.percent}% discount`}
    </Button>
  )
}

const describeAmount = (invoice: PayableInvoice) => {
  const { balanceDue, amountWrittenOff, currency } = invoice
  if (!hasWriteOff(invoice)) return `${formatMoney(balanceDue, currency)} due`
  const writtenOff = `${formatMoney(amountWrittenOff, currency)} written off`
  return parseAmount(balanceDue) === 0 ? writtenOff : `${formatMoney(balanceDue, currency)} due, ${writtenOff}`
}

const useUndoPayment = ({ id, invoiceNumber }: PayableInvoice) =>
  useAction({
    send: (paymentId: number, request) => call(invoiceEndpoints.voidPayment, { params: { id, paymentId: String(paymentId) }, ...request }),
    done: () => ({ title: 'Payment undone', description: `The payment was removed from invoice ${invoiceNumber}.` }),
    failed: 'Failed to undo the payment',
    refresh: refreshInvoices,
  })

type Props = {
  invoice: PayableInvoice
  open: boolean
  onClose: () => void
}

type ValueProps = {
  form: Pick<UseFormReturn<TypedPayment>, 'control' | 'formState' | 'setValue' | 'clearErrors'>
  invoice: PaidInvoice & Pick<InvoiceWire, 'currency'>
}

/** By a rate or by the amount that arrived, whichever is typed; the other one follows. */
export const PaymentValueFields = ({ form: { control, formState, setValue, clearErrors }, invoice }: ValueProps) => {
  const home = useHomeCurrency()
  const [amount, paymentDate, exchangeRate, homeAmount] = useWatch({
    control,
    name: ['amount', 'paymentDate', 'exchangeRate', 'homeAmount'],
  })
  const rateField = useController({ control, name: 'exchangeRate' }).field
  const homeField = useController({ control, name: 'homeAmount' }).field
  const { suggestion, isLoading } = useSuggestedRate(invoice.currency, String(paymentDate))
  const { errors } = formState
  // As the server does: a payment counts also when no rate is known on its day.
  const suggested = suggestion?.rate ?? (isLoading ? '' : (invoice.exchangeRate ?? ''))
  const value = computeValue({ amount, exchangeRate, homeAmount }, suggested, home)
  const gain = value.home && computeExchangeGain(invoice, amount, value.home, home)
  /** Left empty, a field follows the other one again. */
  const bind = ({ ref, name, onBlur }: typeof rateField | typeof homeField) => ({
    ref,
    name,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setValue(name === 'exchangeRate' ? 'homeAmount' : 'exchangeRate', undefined)
      setValue(name, target.value, { shouldDirty: true })
      clearErrors(['exchangeRate', 'homeAmount'])
    },
    onBlur: ({ target }: ChangeEvent<HTMLInputElement>) => {
      if (target.value === '') setValue(name, undefined)
      onBlur()
    },
  })
  const getHint = () => {
    if (homeAmount) return 'Calculated from the amount received.'
    if (exchangeRate) return 'Clear it to use the rate of the payment date.'
    if (suggestion) return describeRate({ rateDay: suggestion.day, rateSource: suggestion.source })
    if (isLoading) return 'Looking for the rate...'
    return suggested && 'The invoice’s rate, as there is none for the payment date.'
  }
  return (
    <div className="grid gap-2">
      <div className="grid items-start gap-4 sm:grid-cols-[3fr_2fr]">
        <Field label="Exchange Rate" error={errors.exchangeRate?.message} hint={getHint()}>
          <RateInput {...bind(rateField)} currency={invoice.currency} value={value.rate} />
        </Field>
        <Field label={`Received in ${home}`} error={errors.homeAmount?.message}>
          <Input {...bind(homeField)} type="number" min="0" step="any" value={value.homeAmount} className="text-right" />
        </Field>
      </div>
      <p role="status" className="text-[0.8125rem] text-muted tabular-nums empty:hidden">
        {gain !== undefined &&
          (gain === 0
            ? 'No exchange gain or loss.'
            : `Exchange ${gain > 0 ? 'gain' : 'loss'} ${formatMoney(toDecimal(gain).replace('-', ''), home)}`)}
      </p>
    </div>
  )
}

export default function PaymentDialog({ invoice, open, onClose }: Props) {
  const { id, invoiceNumber, currency, balanceDue, amountWrittenOff, customer, exchangeRate } = invoice
  const due = parseAmount(balanceDue)
  const writtenOff = hasWriteOff(invoice) ? parseAmount(amountWrittenOff) : zero
  const home = useHomeCurrency()
  const undo = useUndoPayment(invoice)
  const offer = readOffer(invoice)
  return (
    <ActionDialog
      title="Record Payment"
      description={`Invoice ${invoiceNumber}: ${describeAmount(invoice)}`}
      noun="payment"
      keptAs={`payment.${id}`}
      fields={paymentFields({
        currency,
        due,
        writtenOff,
        home,
        sendsReceipt: sendsReceipt(invoice),
        ...(offer && { discount: offer.discount }),
      })}
      schema={paymentInput}
      hints={{
        amount: (typed) => {
          const rest = (readAmount(typed) ?? 0) - due - writtenOff
          return (
            rest > 0 && (
              <>
                {formatMoney(toAmount(rest), currency)} will be credit of <bdi>{customer.name}</bdi>.
              </>
            )
          )
        },
      }}
      own={{
        exchangeRate: (form) => <PaymentValueFields form={form} invoice={invoice} />,
        // Drawn beside the rate.
        homeAmount: () => null,
        earlyPaymentDiscount: (form) => offer && <DiscountField form={form} offer={offer} currency={currency} />,
        sendReceipt: ({ register }) => <EmailCheckbox what="a receipt" to={customer.email} {...register('sendReceipt')} />,
      }}
      intro={
        writtenOff > 0 && (
          <p className="rounded-lg bg-note-soft px-3 py-2.5 text-note text-sm">
            {due === 0
              ? 'The payment undoes the write-off. What it leaves open is due again.'
              : 'A payment of more than the balance due undoes the write-off.'}
          </p>
        )
      }
      send={['Record Payment', 'Recording...']}
      // Of a draft without a rate, the server asks for the invoice's rate, which no field of this form has.
      toField={(path) => (path !== 'exchangeRate' || exchangeRate !== null ? path : undefined)}
      save={({ earlyPaymentDiscount, ...body }, request) =>
        call(invoiceEndpoints.recordPayment, {
          params: { id },
          body: { ...body, ...(offer && earlyPaymentDiscount && takesDiscount(offer, body) && { earlyPaymentDiscount }) },
          ...request,
        })
      }
      done={({ payment, balanceDue: left }) => {
        const rest = parseAmount(left) === 0 ? 'It is paid.' : `${formatMoney(left, currency)} is still due.`
        return {
          title: 'Payment recorded',
          description: `${formatMoney(payment.amount, currency)} for invoice ${invoiceNumber}. ${rest}`,
          action: { label: 'Undo', run: () => undo.mutate(payment.id) },
        }
      }}
      refresh={refreshInvoices}
      {...{ open, onClose }}
    />
  )
}
