import { type FormEvent, useEffect, useImperativeHandle, useRef } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { type Credit, type CreditProblem, type CreditRequest, computeCreditNote, getCreditableQuantity } from '#shared/credit-notes.ts'
import type { Day } from '#shared/dates.ts'
import { findDayProblem } from '#shared/day-limits.ts'
import { formatMoney, parseAmount, toAmount, zero } from '#shared/money.ts'
import { formatQuantity } from '#shared/rates.ts'
import { listTotalRows } from '#shared/total-rows.ts'
import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { getTotalLabel } from '#web/documents/public/total-label.ts'
import { type CreditStart, loadCredit, useCredit } from '#web/features/invoices/actions/use-credit.ts'
import { useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import { getAmountStep } from '#web/lib/format/amount.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { FormError, focusFirstProblem, useFormFailure } from '#web/ui/form-failure.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Storage can hold anything. */
const draft = z.object({
  what: z.enum(['all', 'lines', 'amount']),
  quantities: z.array(z.string()),
  amount: z.string(),
  issueDate: z.string(),
  notes: z.string(),
  reinvoice: z.boolean(),
})
type Typed = z.output<typeof draft>

const choices = [
  { value: 'all', label: 'All of it' },
  { value: 'lines', label: 'Some lines' },
  { value: 'amount', label: 'An amount' },
] as const

/** Null for text that is no number. */
const parseTyped = (text: string) => {
  try {
    return parseAmount(text || '0')
  } catch {
    return null
  }
}
const isQuantity = (text: string) => /^\d{1,8}(\.\d{1,6})?$/.test(text.trim())

const toRequest = ({ what, quantities, amount }: Typed, { invoice }: CreditStart): CreditRequest | CreditProblem => {
  if (what === 'all') return {}
  if (what === 'amount') {
    const parsed = parseTyped(amount)
    return parsed === null || parsed <= 0 ? { path: 'amount', message: 'Amount must be more than 0' } : { amount: parsed }
  }
  const typed = invoice.lineItems.map(({ id }, i) => ({ lineId: id, quantity: quantities[i] ?? '', i }))
  const wrong = typed.find(({ quantity }) => quantity.trim() !== '' && !isQuantity(quantity))
  if (wrong) return { path: `quantities.${wrong.i}`, message: 'Quantity must be a number with at most 6 decimals' }
  const lines = typed.filter(({ quantity }) => Number(quantity) > 0).map(({ lineId, quantity }) => ({ lineId, quantity }))
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

type FormProps = { start: CreditStart; openDraft: (id: number) => void; onClose: () => void; onCancel: () => void; formRef: FormRef }

const CreditForm = ({ start, openDraft, onClose, onCancel, formRef }: FormProps) => {
  const { wire, invoice, earlier } = start
  const { currency } = wire
  const { register, control, handleSubmit, setError, clearErrors, getValues, reset, subscribe, formState } = useForm<Typed>({
    defaultValues: {
      ...{ what: 'all', amount: '', issueDate: getToday(), notes: '', reinvoice: false },
      quantities: invoice.lineItems.map(() => ''),
    },
  })
  const { errors, isDirty } = formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const saves = useIdempotentSave()
  const local = useLocalDraft<Typed>({
    form: `credit.${wire.id}`,
    parse: (stored) => draft.safeParse(stored).data,
    read: (isLeaving) => (dirty.current || isLeaving ? getValues() : undefined),
    saves,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  // A credit note that may be stored already is kept with its idempotency key and offered when the dialog opens again.
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current && !saves.mayBeSaved(), discard: local.drop }))
  const { element, failure, show, clear } = useFormFailure(setError, (path) => (path in draft.shape ? path : undefined))
  const { mutate, isPending } = useCredit(wire, saves, openDraft)
  // A double click submits twice before the first request is pending.
  const busy = useRef(false)
  const what = useWatch({ control, name: 'what' })

  const check = handleSubmit((typed) => {
    if (busy.current) return
    const computed = compute(typed, start)
    const dateProblem =
      findDayProblem('money', 'Date', typed.issueDate as Day) ??
      (typed.issueDate < wire.issueDate ? 'Date must not be before the issue date of the invoice' : null)
    if ('message' in computed) setError(computed.path as 'amount', { type: 'custom', message: computed.message })
    if (dateProblem) setError('issueDate', { type: 'custom', message: dateProblem })
    if ('message' in computed || dateProblem) {
      requestAnimationFrame(() => focusFirstProblem(element.current))
      return
    }
    busy.current = true
    clear()
    const { lines } = computed.request
    const asked = typed.what === 'all' ? {} : lines ? { lines: [...lines] } : { amount: typed.amount }
    const { issueDate, notes, reinvoice } = typed
    mutate(
      { invoiceId: wire.id, ...asked, issueDate: issueDate as never, notes, reinvoice },
      {
        onSuccess: () => {
          local.drop()
          onClose()
        },
        onError: show,
        onSettled: () => {
          busy.current = false
        },
      },
    )
  })
  const submit = (event: FormEvent) => {
    // A problem of all lines belongs to no field, so nothing typed removes it.
    clearErrors()
    void check(event)
  }
  const lineProblem = (errors as { lines?: { message?: string } }).lines?.message
  return (
    <form ref={element} noValidate onSubmit={submit} aria-label="Credit note" className="grid gap-4">
      <DraftOffer
        draft={local}
        what="an unfinished credit note"
        onContinue={(offer) => {
          local.take(offer)
          reset(offer.content, { keepDefaultValues: true })
        }}
      />
      <p className="-mt-1 text-muted text-sm tabular-nums [overflow-wrap:anywhere]">
        Invoice {wire.invoiceNumber}: {start.left} can be credited
      </p>
      <FormError failure={failure} />
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
        <div className="grid gap-2">
          <ul aria-label="Lines to credit" className="divide-y divide-line border-line border-y">
            {invoice.lineItems.map((line, i) => {
              // A deducted deposit comes back with all that is left.
              if (line.kind === 'deposit') return null
              const left = getCreditableQuantity(line, earlier)
              return (
                <li key={line.id} className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-3 py-2 text-sm">
                  <div className="min-w-0">
                    <p dir="auto" className="line-clamp-2 text-left [overflow-wrap:anywhere]" title={line.description}>
                      {line.description}
                    </p>
                    <p className="text-[0.8125rem] text-muted tabular-nums">
                      {left === '0' ? 'credited' : `${formatQuantity(left)} × ${formatMoney(line.unitPrice, currency)}`}
                    </p>
                  </div>
                  <Field label={`Quantity to credit of ${line.description}`} hideLabel error={errors.quantities?.[i]?.message}>
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
          <Field label="Amount with tax" required error={errors.amount?.message}>
            <Input
              {...register('amount')}
              type="number"
              min={getAmountStep(currency)}
              step={getAmountStep(currency)}
              className="text-right"
            />
          </Field>
        )}
        <Field label="Date" required error={errors.issueDate?.message}>
          <FormDateInput control={control} name="issueDate" />
        </Field>
      </div>
      <Field label="Reason" error={errors.notes?.message} hint="Printed on the credit note.">
        <Textarea {...register('notes')} dir="auto" rows={2} placeholder="e.g. wrong quantity" />
      </Field>
      {what !== 'amount' && (
        <label className="flex gap-2.5 text-sm pointer-coarse:min-h-11">
          <input {...register('reinvoice')} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" />
          <span className="min-w-0">
            <span className="block">Invoice again</span>
            <span className="block text-[0.8125rem] text-muted">Opens a draft with the same lines, to be corrected and sent.</span>
          </span>
        </label>
      )}
      <Totals control={control} start={start} />
      <ModalFooter>
        <SavePendingNotice saves={saves} />
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending}>
          {isPending ? 'Issuing...' : 'Issue Credit Note'}
        </Button>
      </ModalFooter>
    </form>
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
