import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { type InstalmentWire, scheduleInput } from '#shared/contract/instalments.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, formatDay, isDay } from '#shared/dates.ts'
import { divideTotal, listDueDates, maxInstalments, minInstalments } from '#shared/instalments.ts'
import { findDecimalsProblem, toInputAmount } from '#shared/minor-units.ts'
import { type Amount, formatMoney, parseAmount, sum, toAmount, toDecimal, zero } from '#shared/money.ts'
import { type FormRef, useDiscardGuard } from '#web/documents/form/use-discard-guard.ts'
import { useSaveSchedule } from '#web/features/invoices/actions/use-save-schedule.ts'
import { call } from '#web/lib/api/client.ts'
import { getAmountStep } from '#web/lib/format/amount.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Row = { dueDate: string; amount: string }
type Typed = { instalments: Row[] }
type Invoice = Pick<ListedInvoiceWire, 'id' | 'invoiceNumber' | 'currency' | 'total' | 'issueDate' | 'dueDate'>

const rhythms = { month: 'Monthly', week: 'Weekly', own: 'Own dates' } as const
type Rhythm = keyof typeof rhythms

const startParts = 3

/** Equal parts of the total on due dates at equal distances. */
const buildRows = ({ total, currency }: Invoice, first: Day, count: number, every: 'month' | 'week'): Row[] => {
  const amounts = divideTotal(
    parseAmount(total),
    Array.from({ length: count }, () => 1),
    currency,
  )
  return listDueDates(first, count, every).map((dueDate, i) => ({ dueDate, amount: toInputAmount(toDecimal(amounts[i]!), currency) }))
}

/** What the typed amounts leave of the total; negative where they are more. A field that is not an amount counts as zero. */
const computeRest = (total: string, rows: readonly Row[]): Amount =>
  toAmount(
    parseAmount(total) -
      sum(
        rows.map(({ amount }) => {
          try {
            return parseAmount(String(amount))
          } catch {
            return zero
          }
        }),
      ),
  )

const describeRest = (rest: Amount, currency: Currency): string =>
  rest === 0
    ? 'The amounts come to the total.'
    : rest > 0
      ? `${formatMoney(rest, currency)} of the total is left.`
      : `${formatMoney(toAmount(-rest), currency)} more than the total.`

/** The contract's schema, with the days and the total of the invoice. */
const schemaFor = ({ currency, issueDate, total }: Invoice) =>
  scheduleInput.check(({ value, issues }) => {
    const refuse = (path: (string | number)[], message: string) => issues.push({ code: 'custom', input: value, path, message })
    for (const [i, { dueDate, amount }] of value.instalments.entries()) {
      const problem = amount === undefined ? 'Amount is required' : findDecimalsProblem('Amount', amount, currency)
      if (problem) refuse(['instalments', i, 'amount'], problem)
      if (i === 0 && dueDate < issueDate)
        refuse(['instalments', 0, 'dueDate'], `Due date must not be before the issue date, ${formatDay(issueDate)}`)
    }
    const rest = parseAmount(total) - sum(value.instalments.map(({ amount = zero }) => amount))
    if (rest !== 0) refuse(['instalments'], describeRest(toAmount(rest), currency))
  })

type FormProps = {
  invoice: Invoice
  stored: readonly InstalmentWire[]
  onClose: () => void
  onCancel: () => void
  formRef: FormRef
}

const ScheduleForm = ({ invoice, stored, onClose, onCancel, formRef }: FormProps) => {
  const { currency, total } = invoice
  const restId = useId()
  const [rhythm, setRhythm] = useState<Rhythm>(stored.length > 0 ? 'own' : 'month')
  const resolver = useMemo(() => zodResolver<Typed, unknown, unknown>(schemaFor(invoice) as never, undefined, { raw: true }), [invoice])
  const { register, control, handleSubmit, setError, getValues, formState } = useForm<Typed>({
    resolver: resolver as never,
    defaultValues: {
      instalments:
        stored.length > 0
          ? stored.map(({ dueDate, amount }) => ({ dueDate, amount: toInputAmount(amount, currency) }))
          : buildRows(invoice, invoice.dueDate as Day, startParts, 'month'),
    },
  })
  const { errors, isDirty } = formState
  const { fields, replace } = useFieldArray({ control, name: 'instalments' })
  const rows = useWatch({ control, name: 'instalments' })
  const rest = computeRest(total, rows)
  const saves = useIdempotentSave()
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current && !saves.mayBeSaved(), discard: () => undefined }))
  const { element, failure, show, clear } = useFormFailure(setError, (path) =>
    /^instalments\.\d+\.(dueDate|amount)$/.test(path) ? path : undefined,
  )
  const { mutate, isPending } = useSaveSchedule(invoice, saves)
  useEffect(() => element.current?.querySelector('select')?.focus(), [element])

  /** Divides anew; with dates of one's own, those that are there stay and later ones follow by month. */
  const divide = (count: number, every: Rhythm) => {
    const before = getValues('instalments')
    const first = isDay(before[0]!.dueDate) ? before[0]!.dueDate : (invoice.dueDate as Day)
    const built = buildRows(invoice, first, count, every === 'own' ? 'month' : every)
    const last = before.at(-1)!.dueDate
    const further = every === 'own' && isDay(last) ? listDueDates(last, Math.max(count - before.length, 0) + 1, 'month').slice(1) : []
    replace(
      every === 'own'
        ? built.map((row, i) => ({ ...row, dueDate: before[i]?.dueDate ?? further[i - before.length] ?? row.dueDate }))
        : built,
    )
    clear()
  }
  /** The first date moves the others; another one is a date of one's own. */
  const changeDate = (i: number) => (value: string) => {
    if (rhythm === 'own') return
    if (i > 0) return setRhythm('own')
    if (!isDay(value)) return
    const amounts = getValues('instalments').map(({ amount }) => amount)
    replace(listDueDates(value, amounts.length, rhythm).map((dueDate, n) => ({ dueDate, amount: amounts[n]! })))
  }
  const save = (body: Typed) => {
    clear()
    mutate(body, { onSuccess: onClose, onError: show })
  }
  const sumError = errors.instalments?.root?.message ?? errors.instalments?.message
  return (
    <form ref={element} noValidate onSubmit={handleSubmit(save)} aria-label="Payment schedule" className="grid gap-4">
      <FormError failure={failure} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Split into">
          <Select value={fields.length} onChange={({ target }) => divide(Number(target.value), rhythm)}>
            {Array.from({ length: maxInstalments - minInstalments + 1 }, (_, i) => i + minInstalments).map((count) => (
              <option key={count} value={count}>
                {count} instalments
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Due">
          <Select
            value={rhythm}
            onChange={({ target }) => {
              const every = target.value as Rhythm
              setRhythm(every)
              if (every !== 'own') divide(fields.length, every)
            }}
          >
            {Object.entries(rhythms).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <ol className="grid gap-2">
        {fields.map((field, i) => {
          const problems = errors.instalments?.[i]
          return (
            <li key={field.id} className="grid grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,1fr)] items-start gap-x-2">
              <span aria-hidden className="pt-2 text-muted text-sm tabular-nums pointer-coarse:pt-3">
                {i + 1}
              </span>
              <Field label={`Due date of instalment ${i + 1}`} hideLabel error={problems?.dueDate?.message}>
                <FormDateInput control={control} name={`instalments.${i}.dueDate`} onChange={changeDate(i)} />
              </Field>
              <Field label={`Amount of instalment ${i + 1}`} hideLabel error={problems?.amount?.message}>
                <Input
                  {...register(`instalments.${i}.amount`)}
                  type="number"
                  min={getAmountStep(currency)}
                  step={getAmountStep(currency)}
                  className="text-right"
                  aria-describedby={restId}
                />
              </Field>
            </li>
          )
        })}
      </ol>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-t pt-3 text-sm tabular-nums">
        <span className="text-muted">Total {formatMoney(total, currency)}</span>
        <span
          id={restId}
          role="status"
          {...(sumError && { 'data-problem': true, tabIndex: -1 })}
          className={cx('outline-none', rest !== 0 ? (sumError ? 'font-medium text-danger' : 'font-medium') : 'text-muted')}
        >
          {describeRest(rest, currency)}
        </span>
      </div>
      <p className="text-[0.8125rem] text-muted">
        Payments cover the oldest instalment first. Reminders go by instalment, and the customer can pay what is due or all of it.
      </p>
      <ModalFooter>
        <SavePendingNotice saves={saves} />
        {stored.length > 0 && (
          <Button variant="ghost" className="mr-auto text-danger" disabled={isPending} onClick={() => save({ instalments: [] })}>
            Remove Schedule
          </Button>
        )}
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending}>
          {isPending ? 'Saving...' : 'Save Schedule'}
        </Button>
      </ModalFooter>
    </form>
  )
}

type Props = { invoice: ListedInvoiceWire; open: boolean; onClose: () => void }

/** Divides an invoice into instalments with their own due dates. */
export default function ScheduleDialog({ invoice, open, onClose }: Props) {
  const { close, formRef } = useDiscardGuard('Discard these changes to the payment schedule?', onClose)
  const { id, invoiceNumber } = invoice
  const { data, error, refetch } = useQuery({
    queryKey: [invoiceEndpoints.schedule.path, id],
    queryFn: ({ signal }) => call(invoiceEndpoints.schedule, { params: { id }, signal }),
    enabled: open,
    gcTime: 0,
  })
  return (
    <Modal title="Payment Schedule" description={`Invoice ${invoiceNumber}`} size="sm" open={open} onClose={close} guard>
      {data ? (
        <ScheduleForm invoice={invoice} stored={data.instalments} onClose={onClose} onCancel={close} formRef={formRef} />
      ) : error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Modal>
  )
}
