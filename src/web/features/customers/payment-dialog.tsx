import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { Customer, customerInvoice } from '#modules/customers/contract.ts'
import { customerEndpoints } from '#modules/customers/model.ts'
import type { ManualEntryWire } from '#modules/manual-entries/contract.ts'
import { manualEntryEndpoints } from '#modules/manual-entries/model.ts'
import { findCurrencyProblem } from '#shared/amount-limits.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { recordedTransfer, transferInput } from '#shared/contract/invoice-payments.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { findDayProblem } from '#shared/day-limits.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { type Amount, addUp, formatMoney, parseAmount, sum, toAmount, toDecimal } from '#shared/money.ts'
import { manualMethods } from '#shared/payment-methods.ts'
import { EmailCheckbox } from '#web/documents/payments/email-checkbox.tsx'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { RecordForm } from '#web/kit/record-form.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { useDiscardGuard } from '#web/kit/use-discard-guard.ts'
import { type FormEnds, useRecordForm } from '#web/kit/use-record-form.tsx'
import { call, callPage } from '#web/lib/api/client.ts'
import { getAmountStep, readAmount } from '#web/lib/format/amount.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { customers } from './customers.ts'
import { DiscountsField, listAsked } from './discounts-field.tsx'
import { dividePayment } from './divide-payment.ts'

type Invoice = z.input<typeof customerInvoice>
type Body = z.input<typeof transferInput>
type Reply = z.input<typeof recordedTransfer>

type Typed = {
  amount: string
  paymentDate: string
  paymentMethod: (typeof manualMethods)[number]
  homeAmount: string
  notes: string
  sendReceipt: boolean
  takesDiscounts: boolean
  /** The id of the entry of unassigned money that it is. */
  unassigned: string
  /** By invoice; null where what is left of the amount goes. */
  parts: (string | null)[]
}

const useUndo = (id: number) =>
  useAction({
    send: ({ transferId, payments: [first] }: Reply, request) =>
      transferId === null
        ? call(invoiceEndpoints.voidPayment, { params: { id: first!.invoice.id, paymentId: String(first!.id) }, ...request })
        : call(customerEndpoints.voidPayment, { params: { id, transferId: String(transferId) }, ...request }),
    done: () => ({ title: 'Payment undone', description: 'What it paid is due again.' }),
    failed: 'Failed to undo the payment',
    refresh: refreshInvoices,
  })

const problemAt = (path: string, message: string | false | undefined) => (message ? [{ path, message }] : [])

type FormProps = { customer: Customer; invoices: readonly Invoice[]; currency: Currency; unassigned: readonly ManualEntryWire[] }

const PaymentForm = ({ customer, invoices, currency, unassigned, ...ends }: FormProps & FormEnds) => {
  const home = useHomeCurrency()
  const undo = useUndo(customer.id)
  const due = invoices.map(({ balanceDue }) => parseAmount(balanceDue))
  const divide = (typed: Pick<Typed, 'amount' | 'parts' | 'takesDiscounts' | 'paymentDate'>) =>
    dividePayment(readAmount(typed.amount) ?? toAmount(0), listAsked(invoices, typed), typed.parts)
  /** In the order of the invoices that get a part. */
  const listParts = (typed: Typed) => divide(typed).flatMap((part, i) => (part > 0 ? [{ id: invoices[i]!.id, amount: part, i }] : []))
  const { form, errorOf, frame } = useRecordForm<Typed, Reply, Body>({
    ...ends,
    noun: 'payment',
    keptAs: `customer-payment.${customer.id}.${currency}`,
    defaults: {
      ...{ amount: due.length > 0 ? toInputAmount(toDecimal(sum(due)), currency) : '', paymentDate: getToday() },
      ...{
        paymentMethod: manualMethods[0],
        homeAmount: '',
        notes: '',
        sendReceipt: false,
        takesDiscounts: false,
        unassigned: '',
        parts: invoices.map(() => null),
      },
    },
    first: 'amount',
    toBody: (typed) => {
      const amount = readAmount(typed.amount)
      const parts = listParts(typed)
      const findAmountProblem = () => {
        if (!amount) return 'Amount must be more than 0'
        const isTooLittle = sum(parts.map((part) => part.amount)) > amount
        return findCurrencyProblem('Amount', amount, currency) ?? (isTooLittle && 'Amount must be at least that of the invoices together')
      }
      const problems = [
        ...problemAt('amount', findAmountProblem()),
        ...problemAt('paymentDate', findDayProblem('money', 'Payment date', typed.paymentDate as Day)),
        ...parts.flatMap(({ amount: part, i }) =>
          problemAt(`parts.${i}`, part > due[i]! && `Amount must be at most the balance due, ${formatMoney(due[i]!, currency)}`),
        ),
      ]
      if (problems.length > 0) return { problems }
      const { paymentDate, paymentMethod, homeAmount, notes, sendReceipt, unassigned: entryId } = typed
      return {
        ...{ amount: toDecimal(amount!), paymentDate: paymentDate as never, paymentMethod, notes, sendReceipt },
        ...(homeAmount.trim() !== '' && { homeAmount }),
        ...(typed.takesDiscounts && { earlyPaymentDiscount: true }),
        ...(entryId !== '' && { unassignedEntryId: Number(entryId) }),
        invoices: parts.map(({ id, amount: part }) => ({ invoiceId: id, amount: toDecimal(part) })),
      }
    },
    toField: (path, typed) => {
      if (path === 'unassignedEntryId') return 'unassigned'
      const nth = /^invoices\.(\d+)\./.exec(path)?.[1]
      if (path === 'earlyPaymentDiscount') return 'takesDiscounts'
      const part = nth === undefined ? undefined : listParts(typed)[Number(nth)]
      return part ? `parts.${part.i}` : path
    },
    save: (body, request) => call(customerEndpoints.recordPayment, { params: { id: customer.id }, body, ...request }),
    done: (reply, body) => {
      const numbers = reply.payments.map(({ invoice }) => invoice.invoiceNumber).join(', ')
      const rest = parseAmount(reply.credit) > 0 ? ` ${formatMoney(reply.credit, currency)} is credit.` : ''
      return {
        title: 'Payment recorded',
        description: `${formatMoney(String(body.amount), currency)} for ${numbers}.${rest}`,
        action: { label: 'Undo', run: () => undo.mutate(reply) },
      }
    },
    refresh: refreshInvoices,
  })
  const { register, control, setValue } = form
  const [amount, parts, takesDiscounts, paymentDate] = useWatch({ control, name: ['amount', 'parts', 'takesDiscounts', 'paymentDate'] })
  const divided = divide({ amount, parts, takesDiscounts, paymentDate })
  const rest = (readAmount(amount) ?? 0) - sum(divided)
  const isForeign = currency !== home
  const place = (id: string) => {
    const entry = unassigned.find((each) => String(each.id) === id)
    if (!entry) return
    setValue(isForeign ? 'homeAmount' : 'amount', toInputAmount(entry.amount, home), { shouldDirty: true })
    setValue('paymentDate', entry.day, { shouldDirty: true })
    setValue('notes', entry.description, { shouldDirty: true })
  }
  return (
    <RecordForm frame={frame} label="Payment" send={['Record Payment', 'Recording...']}>
      {unassigned.length > 0 && (
        <Field label="Unassigned money" error={errorOf('unassigned')} hint="Money in your books that you could not place when it came.">
          <Select {...register('unassigned', { onChange: ({ target }) => place(target.value) })}>
            <option value="">None: this payment is not in the books yet</option>
            {unassigned.map(({ id, day, amount: came, description }) => (
              <option key={id} value={id}>{`${formatDay(day)} · ${formatMoney(came, home)} · ${description}`}</option>
            ))}
          </Select>
        </Field>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Amount" required error={errorOf('amount')}>
          <Input
            {...register('amount')}
            type="number"
            min={getAmountStep(currency)}
            step={getAmountStep(currency)}
            className="text-right"
          />
        </Field>
        <Field label="Payment Date" required error={errorOf('paymentDate')}>
          <FormDateInput control={control} name="paymentDate" />
        </Field>
        <Field label="Payment Method" required error={errorOf('paymentMethod')}>
          <Select {...register('paymentMethod')}>
            {manualMethods.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </Select>
        </Field>
        {isForeign && (
          <Field label={`Received in ${home}`} error={errorOf('homeAmount')} hint="Left empty, it follows from the rate of that day.">
            <Input {...register('homeAmount')} type="number" min={getAmountStep(home)} step={getAmountStep(home)} className="text-right" />
          </Field>
        )}
        <Field label="Note" error={errorOf('notes')} className={isForeign ? 'sm:col-span-2' : ''}>
          <Input {...register('notes')} dir="auto" autoComplete="off" placeholder="e.g. the transfer's reference" />
        </Field>
      </div>
      {invoices.length > 0 && (
        <ul aria-label="Invoices that it pays" className="max-h-72 divide-y divide-line overflow-y-auto border-line border-y">
          {invoices.map(({ id, invoiceNumber, dueDate }, i) => (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)_8.5rem] items-center gap-3 py-2 text-sm">
              <div className="min-w-0">
                <p className="truncate font-medium">{invoiceNumber}</p>
                <p className="text-[0.8125rem] text-muted tabular-nums">
                  {formatMoney(due[i]!, currency)} · due {formatDay(dueDate)}
                </p>
              </div>
              <PartField
                {...{ control, i, currency }}
                label={`Amount for ${invoiceNumber}`}
                follows={divided[i]!}
                error={errorOf(`parts.${i}`)}
                clear={() => setValue(`parts.${i}`, null)}
              />
            </li>
          ))}
        </ul>
      )}
      <DiscountsField
        {...{ invoices, paymentDate, currency }}
        checked={takesDiscounts}
        error={errorOf('takesDiscounts')}
        choose={(takes, { before, after }) => {
          setValue('takesDiscounts', takes, { shouldDirty: true })
          if (readAmount(amount) === before) setValue('amount', toInputAmount(toDecimal(after), currency), { shouldDirty: true })
        }}
      />
      <p role="status" className={rest < 0 ? 'text-danger text-sm tabular-nums' : 'text-note text-sm tabular-nums empty:hidden'}>
        {rest > 0 && (
          <>
            {formatMoney(toAmount(rest), currency)} will be credit of <bdi>{customer.name}</bdi>.
          </>
        )}
        {rest < 0 && `The invoices get ${formatMoney(toAmount(-rest), currency)} more than the payment.`}
      </p>
      {invoices.length > 0 && <EmailCheckbox what="a receipt for each invoice" to={customer.email} {...register('sendReceipt')} />}
    </RecordForm>
  )
}

type PartProps = {
  control: ReturnType<typeof useRecordForm<Typed, Reply, Body>>['form']['control']
  i: number
  currency: Currency
  label: string
  /** What it gets while nothing is typed. */
  follows: Amount
  error: string | undefined
  clear: () => void
}

const PartField = ({ control, i, currency, label, follows, error, clear }: PartProps) => {
  const { field } = useController({ control, name: `parts.${i}` })
  return (
    <Field label={label} hideLabel error={error}>
      <Input
        ref={field.ref}
        name={field.name}
        type="number"
        min="0"
        step={getAmountStep(currency)}
        className="text-right"
        value={field.value ?? (follows === 0 ? '' : toInputAmount(toDecimal(follows), currency))}
        placeholder={toInputAmount('0', currency)}
        onChange={({ target }) => field.onChange(target.value)}
        // Left empty, it follows the amount again.
        onBlur={({ target }) => {
          if (target.value === '') clear()
          field.onBlur()
        }}
      />
    </Field>
  )
}

const byDueDate = (a: Invoice, b: Invoice) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.id - b.id)

type Props = { customer: Customer; open: boolean; onClose: () => void }

/** Money that came at once for several invoices of a customer, or before any. */
export default function PaymentDialog({ customer, open, onClose }: Props) {
  const home = useHomeCurrency()
  const { close, formRef } = useDiscardGuard('Discard this payment? What you typed will be lost.', onClose)
  const { data, error, refetch } = useQuery({
    queryKey: [customers.path, 'open-invoices', customer.id],
    queryFn: ({ signal }) =>
      callPage(customerEndpoints.invoices, { params: { id: customer.id }, query: { open: 'true', limit: '100' }, signal } as never),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  })
  const unassigned = useQuery({
    queryKey: [apiPaths.books, 'unassigned'],
    queryFn: ({ signal }) => call(manualEntryEndpoints.unassigned, { signal }),
    enabled: open,
    staleTime: 0,
  })
  const all = (data as { rows: Invoice[] } | undefined)?.rows
  const [chosen, choose] = useState<Currency>()
  const own = customer.currency ?? home
  const currencies = [...new Set((all ?? []).map((invoice) => invoice.currency))]
  const currency = chosen ?? (currencies.length === 0 || currencies.includes(own) ? own : currencies[0]!)
  const invoices = all?.filter((invoice) => invoice.currency === currency).toSorted(byDueDate)
  const total = invoices && addUp(invoices.map(({ balanceDue }) => parseAmount(balanceDue)))
  return (
    <Modal
      title="Record Payment"
      description={
        invoices && (
          <>
            <bdi>{customer.name}</bdi>
            {invoices.length === 0
              ? ' owes nothing: the payment is kept as credit, on a retainer'
              : `: ${formatMoney(total!, currency)} due on ${invoices.length === 1 ? 'one invoice' : `${invoices.length} invoices`}`}
          </>
        )
      }
      size="sm"
      open={open}
      onClose={close}
      guard
    >
      {invoices && !unassigned.isPending ? (
        <div className="grid gap-4">
          {currencies.length > 1 && (
            <Field label="Currency">
              <Select value={currency} onChange={({ target }) => choose(target.value as Currency)}>
                {currencies.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </Select>
            </Field>
          )}
          <PaymentForm
            key={currency}
            {...{ customer, invoices, currency, formRef }}
            unassigned={unassigned.data ?? []}
            onCancel={close}
            onClose={onClose}
          />
        </div>
      ) : error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the invoices..." className="grid gap-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-24" />
        </div>
      )}
    </Modal>
  )
}
