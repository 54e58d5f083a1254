import { useEffect, useId, useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { findCurrencyProblem } from '#shared/amount-limits.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { type InstalmentWire, scheduleInput } from '#shared/contract/instalments.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { type Day, formatDay, isDay } from '#shared/dates.ts'
import { maxInstalments, minInstalments } from '#shared/instalments.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { formatMoney, parseAmount, toAmount, toDecimal } from '#shared/money.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { FormDialog } from '#web/kit/form-dialog.tsx'
import { RecordForm } from '#web/kit/record-form.tsx'
import { type FormEnds, useRecordForm } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { getAmountStep } from '#web/lib/format/amount.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { computeAmounts, type Divided, extendDates, listEqualShares, type Rhythm, type Row, readRest, type Unit } from './schedule-rows.ts'

type Typed = { instalments: Row[] }

const rhythms: Record<Rhythm, string> = { month: 'Monthly', week: 'Weekly', own: 'Own dates' }
const units: Record<Unit, string> = { amount: 'Amounts', percent: 'Percent' }

const startParts = 3

const schemaFor = (invoice: Divided) =>
  scheduleInput.check(({ value, issues }) => {
    const refuse = (path: (string | number)[], message: string) => issues.push({ code: 'custom', input: value, path, message })
    const unit = value.instalments.some(({ percent }) => percent !== undefined) ? 'percent' : 'amount'
    for (const [i, { dueDate, amount }] of value.instalments.entries()) {
      const problem = findCurrencyProblem('Amount', amount, invoice.currency)
      if (problem) refuse(['instalments', i, 'amount'], problem)
      if (i === 0 && dueDate < invoice.issueDate)
        refuse(['instalments', 0, 'dueDate'], `Due date must not be before the issue date, ${formatDay(invoice.issueDate)}`)
    }
    const rows = value.instalments.map(({ amount, ...row }) => ({ ...row, ...(amount !== undefined && { amount: toDecimal(amount) }) }))
    const { isWhole, words } = readRest(invoice, rows as Row[], unit)
    if (!isWhole) refuse(['instalments'], words)
  })

/** What is to be paid is divided. */
const withoutWithheld = (invoice: ListedInvoiceWire): ListedInvoiceWire => ({
  ...invoice,
  total: toDecimal(toAmount(parseAmount(invoice.total) - parseAmount(invoice.withheld))),
})

type FormProps = { invoice: Divided & { id: number; invoiceNumber: string }; stored: readonly InstalmentWire[] } & FormEnds

const ScheduleForm = ({ invoice, stored, ...ends }: FormProps) => {
  const { id, invoiceNumber, currency, total, balanceDue } = invoice
  const restId = useId()
  const [rhythm, setRhythm] = useState<Rhythm>(stored.length > 0 ? 'own' : 'month')
  const [unit, setUnit] = useState<Unit>('amount')
  const buildRows = (dates: readonly string[], of: Unit): Row[] => {
    const shares = listEqualShares(invoice, dates.length, of)
    return dates.map((dueDate, i) => ({ dueDate, [of]: shares[i]! }))
  }
  const { form, frame } = useRecordForm<Typed, { instalments: InstalmentWire[] }>({
    ...ends,
    noun: 'payment schedule',
    schema: schemaFor(invoice) as never,
    defaults: {
      instalments:
        stored.length > 0
          ? stored.map(({ dueDate, amount }) => ({ dueDate, amount: toInputAmount(amount, currency) }))
          : buildRows(extendDates([invoice.dueDate], startParts, 'month', invoice.dueDate as Day), 'amount'),
    },
    toField: (path) => (/^instalments\.\d+\.(dueDate|amount|percent)$/.test(path) ? path.replace(/amount$/, unit) : undefined),
    // Without instalments the schedule is removed.
    save: (body, request) => call(invoiceEndpoints.saveSchedule, { params: { id }, body, ...request }),
    done: ({ instalments }) => {
      const next = instalments.find((each) => each.balanceDue !== '0.00')
      return next
        ? {
            title: 'Payment schedule saved',
            description: `Invoice ${invoiceNumber} is paid in ${instalments.length} instalments, the next by ${formatDay(next.dueDate)}.`,
          }
        : { title: 'Payment schedule removed', description: `All of invoice ${invoiceNumber} is due at once.` }
    },
    refresh: refreshInvoices,
  })
  const { register, control, getValues, formState } = form
  const { errors } = formState
  const { fields, replace } = useFieldArray({ control, name: 'instalments' })
  const rows = useWatch({ control, name: 'instalments' })
  const rest = readRest(invoice, rows, unit)
  const amounts = unit === 'percent' ? computeAmounts(invoice, rows) : null
  useEffect(() => frame.element.current?.querySelector('select')?.focus(), [frame.element])

  const divide = (count: number, every: Rhythm, of: Unit) => {
    const dates = getValues('instalments').map(({ dueDate }) => dueDate)
    replace(buildRows(extendDates(dates, count, every, invoice.dueDate as Day), of))
    frame.clear()
  }
  /** The first date moves the others; another one is a date of one's own. */
  const changeDate = (i: number) => (value: string) => {
    if (rhythm === 'own') return
    if (i > 0) return setRhythm('own')
    if (!isDay(value)) return
    const before = getValues('instalments')
    const dates = extendDates([value], before.length, rhythm, value)
    replace(before.map((row, n) => ({ ...row, dueDate: dates[n]! })))
  }
  const settled = toAmount(parseAmount(total) - parseAmount(balanceDue))
  const sumError = errors.instalments?.root?.message ?? errors.instalments?.message
  return (
    <RecordForm
      frame={frame}
      label="Payment schedule"
      send={['Save Schedule', 'Saving...']}
      others={
        stored.length > 0 && (
          <Button
            variant="ghost"
            className="mr-auto text-danger"
            disabled={frame.isPending}
            onClick={() => frame.send({ instalments: [] })}
          >
            Remove Schedule
          </Button>
        )
      }
    >
      <div className="grid grid-cols-[5.5rem_minmax(0,1fr)_minmax(0,1fr)] items-start gap-3">
        <Field label="Instalments">
          <Select value={fields.length} onChange={({ target }) => divide(Number(target.value), rhythm, unit)}>
            {Array.from({ length: maxInstalments - minInstalments + 1 }, (_, i) => i + minInstalments).map((count) => (
              <option key={count} value={count}>
                {count}
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
              if (every !== 'own') divide(fields.length, every, unit)
            }}
          >
            {Object.entries(rhythms).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Shares">
          <Select
            value={unit}
            onChange={({ target }) => {
              const of = target.value as Unit
              setUnit(of)
              divide(fields.length, rhythm, of)
            }}
          >
            {Object.entries(units).map(([value, label]) => (
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
                <FormDateInput control={control} name={`instalments.${i}.dueDate`} onChange={changeDate(i)} isFarUsual />
              </Field>
              <Field
                label={`${unit === 'amount' ? 'Amount' : 'Percentage'} of instalment ${i + 1}`}
                hideLabel
                error={problems?.[unit]?.message}
                hint={amounts && <span className="block text-right tabular-nums">{formatMoney(amounts[i]!, currency)}</span>}
              >
                <Input
                  // The other unit is another field.
                  key={unit}
                  {...register(`instalments.${i}.${unit}`)}
                  type="number"
                  min={unit === 'amount' ? getAmountStep(currency) : '0'}
                  step={unit === 'amount' ? getAmountStep(currency) : 'any'}
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
          className={cx('outline-none', rest.isWhole ? 'text-muted' : sumError ? 'font-medium text-danger' : 'font-medium')}
        >
          {rest.words}
        </span>
      </div>
      <p className="text-[0.8125rem] text-muted">
        {balanceDue === total
          ? 'Payments cover the oldest instalment first.'
          : `${formatMoney(settled, currency)} is settled already, and covers the oldest instalments.`}{' '}
        {unit === 'percent' && balanceDue !== total && `Percentages are of the balance due, ${formatMoney(balanceDue, currency)}. `}
        Reminders go by instalment, and the customer can pay what is due or all of it.
      </p>
    </RecordForm>
  )
}

type Props = { invoice: ListedInvoiceWire; open: boolean; onClose: () => void }

export default function ScheduleDialog({ invoice, open, onClose }: Props) {
  return (
    <FormDialog
      title="Payment Schedule"
      description={`Invoice ${invoice.invoiceNumber}`}
      size="sm"
      open={open}
      onClose={onClose}
      question="Discard these changes to the payment schedule?"
      name="schedule"
      load={(signal) => call(invoiceEndpoints.schedule, { params: { id: invoice.id }, signal })}
      fallback={<Skeleton className="h-64" />}
    >
      {({ instalments }, form) => <ScheduleForm invoice={withoutWithheld(invoice)} stored={instalments} {...form} />}
    </FormDialog>
  )
}
