import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { creditNoteInput, issuedCreditNote } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { type Credit, type CreditProblem, type CreditRequest, computeCreditNote, getCreditableQuantity } from '#shared/credit-notes.ts'
import type { Day } from '#shared/dates.ts'
import { findDayProblem } from '#shared/day-limits.ts'
import { formatMoney, parseAmount, toAmount, zero } from '#shared/money.ts'
import { formatQuantity } from '#shared/rates.ts'
import { listTotalRows } from '#shared/total-rows.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { EmailCheckbox } from '#web/documents/payments/email-checkbox.tsx'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { getTotalLabel } from '#web/documents/public/total-label.ts'
import { type CreditStart, loadCredit } from '#web/features/invoices/actions/load-credit.ts'
import { Flag } from '#web/kit/flag.tsx'
import { FormDialog } from '#web/kit/form-dialog.tsx'
import { RecordForm } from '#web/kit/record-form.tsx'
import { type FormEnds, useRecordForm } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { getAmountStep, readAmount } from '#web/lib/format/amount.ts'
import { getToday } from '#web/lib/format/today.ts'
import { cx } from '#web/ui/cx.ts'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type CreditBody = z.input<typeof creditNoteInput>
type CreditReply = z.input<typeof issuedCreditNote>

type Typed = {
  what: 'all' | 'lines' | 'amount'
  quantities: string[]
  amount: string
  issueDate: string
  notes: string
  reinvoice: boolean
  sendEmail: boolean
  /** Of a problem of all lines. */
  lines?: undefined
}

const choices = [
  { value: 'all', label: 'All of it' },
  { value: 'lines', label: 'Some lines' },
  { value: 'amount', label: 'An amount' },
] as const

const isQuantity = (text: string) => /^-?\d{1,8}(\.\d{1,6})?$/.test(text.trim())

const toRequest = ({ what, quantities, amount }: Typed, { invoice }: CreditStart): CreditRequest | CreditProblem => {
  if (what === 'all') return {}
  if (what === 'amount') {
    const parsed = readAmount(amount)
    return parsed === undefined || parsed <= 0 ? { path: 'amount', message: 'Amount must be more than 0' } : { amount: parsed }
  }
  const typed = invoice.lineItems.map(({ id }, i) => ({ lineId: id, quantity: quantities[i] ?? '', i }))
  const wrong = typed.find(({ quantity }) => quantity.trim() !== '' && !isQuantity(quantity))
  if (wrong) return { path: `quantities.${wrong.i}`, message: 'Quantity must be a number with at most 6 decimals' }
  const lines = typed.filter(({ quantity }) => Number(quantity) !== 0).map(({ lineId, quantity }) => ({ lineId, quantity }))
  return lines.length === 0 ? { path: 'lines', message: 'Enter the quantity to credit of at least one line' } : { lines }
}

const toFormPath = (path: string, request: CreditRequest, { invoice }: CreditStart): string => {
  const line = /^lines\.(\d+)\./.exec(path)?.[1]
  const lineId = line === undefined ? undefined : request.lines?.[Number(line)]?.lineId
  return lineId === undefined ? path : `quantities.${invoice.lineItems.findIndex(({ id }) => id === lineId)}`
}

const compute = (typed: Typed, start: CreditStart): { request: CreditRequest; credit: Credit } | CreditProblem => {
  const request = toRequest(typed, start)
  if ('message' in request) return request
  const credit = computeCreditNote(start.invoice, start.earlier, request, getTaxRates())
  return 'message' in credit ? { ...credit, path: toFormPath(credit.path, request, start) } : { request, credit }
}

type FormProps = { start: CreditStart; openDraft: (id: number) => void } & FormEnds

const CreditForm = ({ start, openDraft, ...ends }: FormProps) => {
  const { wire, invoice, earlier } = start
  const { currency, invoiceNumber } = wire
  const { form, errorOf, frame } = useRecordForm<Typed, CreditReply, CreditBody>({
    ...ends,
    noun: 'credit note',
    keptAs: `credit.${wire.id}`,
    defaults: {
      ...{ what: 'all', amount: '', issueDate: getToday(), notes: '', reinvoice: false, sendEmail: true, lines: undefined },
      quantities: invoice.lineItems.map(() => ''),
    },
    toBody: (typed) => {
      const computed = compute(typed, start)
      const dateProblem =
        findDayProblem('money', 'Date', typed.issueDate as Day) ??
        (typed.issueDate < wire.issueDate ? 'Date must not be before the issue date of the invoice' : null)
      if ('message' in computed || dateProblem)
        return {
          problems: [...('message' in computed ? [computed] : []), ...(dateProblem ? [{ path: 'issueDate', message: dateProblem }] : [])],
        }
      const { lines } = computed.request
      const asked = typed.what === 'all' ? {} : lines ? { lines: [...lines] } : { amount: typed.amount }
      const { issueDate, notes, reinvoice, sendEmail } = typed
      return { invoiceId: wire.id, ...asked, issueDate: issueDate as never, notes, reinvoice, sendEmail }
    },
    save: (body, request) => call(creditNoteEndpoints.create, { body, ...request }),
    done: ({ creditNote, draft }) => {
      const money = formatMoney(creditNote.total, creditNote.currency)
      return {
        title: 'Credit note issued',
        description: `${creditNote.creditNoteNumber}: ${money} of invoice ${invoiceNumber}.${draft ? ` ${draft.invoiceNumber} is the new draft.` : ''}`,
      }
    },
    onSaved: ({ draft }) => draft && openDraft(draft.id),
    refresh: refreshInvoices,
  })
  const { register, control, setValue, formState } = form
  const { isSubmitted } = formState
  const [what, quantities] = useWatch({ control, name: ['what', 'quantities'] })
  const lineProblem = errorOf('lines')
  return (
    <RecordForm
      frame={frame}
      label="Credit note"
      intro={
        <p className="-mt-1 text-muted text-sm tabular-nums [overflow-wrap:anywhere]">
          Invoice {invoiceNumber}: {start.left} can be credited
        </p>
      }
      send={['Issue Credit Note', 'Issuing...']}
    >
      <fieldset className="grid grid-cols-3 rounded-lg border border-line bg-sunken p-0.5">
        <legend className="sr-only">What to credit</legend>
        {choices.map(({ value, label }) => (
          <label
            key={value}
            className={cx(
              'relative flex min-h-9 cursor-pointer items-center justify-center rounded-md px-2 text-center text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:min-h-11',
              what === value ? 'bg-surface font-medium shadow-sm' : 'text-muted hover:text-ink',
            )}
          >
            <input {...register('what')} type="radio" value={value} className="absolute inset-0 cursor-pointer opacity-0" />
            {label}
          </label>
        ))}
      </fieldset>
      {what === 'lines' && (
        <div className="grid gap-1">
          <p aria-hidden className="text-right font-medium text-[0.8125rem] text-muted">
            Qty to credit
          </p>
          <ul aria-label="Lines to credit" className="divide-y divide-line border-line border-y">
            {invoice.lineItems.map((line, i) => {
              // A deducted deposit comes back with all that is left.
              if (line.kind === 'deposit') return null
              const left = getCreditableQuantity(line, earlier)
              return (
                <li key={line.id} className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-3 py-2 text-sm">
                  <label className="flex min-w-0 items-start gap-2.5 pointer-coarse:min-h-11">
                    <input
                      type="checkbox"
                      className="mt-0.5 size-4 shrink-0 accent-accent"
                      disabled={left === '0'}
                      checked={Number(quantities[i]) > 0}
                      onChange={({ target }) =>
                        setValue(`quantities.${i}`, target.checked ? left : '', { shouldDirty: true, shouldValidate: isSubmitted })
                      }
                    />
                    <span className="min-w-0">
                      <span dir="auto" className="line-clamp-2 text-left [overflow-wrap:anywhere]" title={line.description}>
                        {line.description}
                      </span>
                      <span className="block text-[0.8125rem] text-muted tabular-nums">
                        {left === '0' ? 'credited' : `${formatQuantity(left)} × ${formatMoney(line.unitPrice, currency)}`}
                      </span>
                    </span>
                  </label>
                  <Field label={`Qty to credit of ${line.description}`} hideLabel error={errorOf(`quantities.${i}`)}>
                    <Input
                      {...register(`quantities.${i}`)}
                      inputMode="decimal"
                      autoComplete="off"
                      disabled={left === '0'}
                      placeholder="0"
                      className="text-right"
                    />
                  </Field>
                </li>
              )
            })}
          </ul>
          {lineProblem && (
            <p role="alert" data-problem tabIndex={-1} className="text-[0.8125rem] text-danger">
              {lineProblem}
            </p>
          )}
        </div>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {what === 'amount' && (
          <Field label="Amount with tax" required error={errorOf('amount')}>
            <Input
              {...register('amount')}
              type="number"
              min={getAmountStep(currency)}
              step={getAmountStep(currency)}
              className="text-right"
            />
          </Field>
        )}
        <Field label="Date" required error={errorOf('issueDate')}>
          <FormDateInput control={control} name="issueDate" />
        </Field>
      </div>
      <Field label="Reason" error={errorOf('notes')} hint="Printed on the credit note.">
        <Textarea {...register('notes')} dir="auto" rows={2} placeholder="e.g. wrong quantity" />
      </Field>
      {what !== 'amount' && (
        <Flag {...register('reinvoice')} label="Invoice again" hint="Opens a draft with the same lines, to be corrected and sent." />
      )}
      <EmailCheckbox what="the credit note" to={wire.customer.email} {...register('sendEmail')} />
      <Totals control={control} start={start} />
    </RecordForm>
  )
}

const Totals = ({ control, start }: { control: Control<Typed>; start: CreditStart }) => {
  const { currency, balanceDue, pricesIncludeTax } = start.wire
  const computed = compute(useWatch({ control }) as Typed, start)
  const { content, totals } = 'credit' in computed ? computed.credit : { content: undefined, totals: undefined }
  const rows =
    content && totals
      ? listTotalRows({
          ...totals,
          pricesIncludeTax: content.pricesIncludeTax ?? pricesIncludeTax,
          discountPercent: content.discountPercent ?? null,
          discountAmount: totals.discount,
          lineItems: content.lineItems.map(({ kind, description }, i) => ({ kind, description, total: totals.lines[i]?.total ?? zero })),
        })
      : []
  const total = totals?.total ?? zero
  const due = parseAmount(balanceDue)
  const over = total - due
  return (
    <section aria-label="Totals" aria-live="polite" className="rounded-lg bg-sunken px-4 py-3 text-sm">
      <dl className="tabular-nums">
        {rows.slice(0, -1).map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same words, and rows keep no state
          <div key={`${i} ${row.kind}`} className="flex items-baseline justify-between gap-4 py-1">
            <dt className="text-muted">{getTotalLabel(row, currency)}</dt>
            <dd>{formatMoney(row.amount, currency)}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 font-semibold">
          <dt>Credit</dt>
          <dd className="text-xl">{formatMoney(total, currency)}</dd>
        </div>
      </dl>
      <p className="mt-1 text-[0.8125rem] text-muted tabular-nums">
        {total === 0
          ? 'Choose what to credit.'
          : over > 0
            ? `${formatMoney(toAmount(over), currency)} more than is due: it becomes credit of the customer, which you can refund.`
            : `${formatMoney(toAmount(due - total), currency)} will still be due.`}
      </p>
    </section>
  )
}

type Props = { invoice: ListedInvoiceWire; openDraft: (id: number) => void; open: boolean; onClose: () => void }

export default function CreditDialog({ invoice: { id }, openDraft, open, onClose }: Props) {
  return (
    <FormDialog
      title="Credit Invoice"
      open={open}
      onClose={onClose}
      question="Discard this credit note? What you typed will be lost."
      name="credit"
      load={(signal) => loadCredit(id, signal)}
      fallback={
        <div role="status" aria-label="Loading the invoice" className="grid gap-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-16" />
          <Skeleton className="h-24" />
        </div>
      }
    >
      {(start, form) => <CreditForm start={start} openDraft={openDraft} {...form} />}
    </FormDialog>
  )
}
