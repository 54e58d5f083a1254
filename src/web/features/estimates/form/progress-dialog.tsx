import { type Control, useWatch } from 'react-hook-form'
import { useLocation } from 'wouter'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { EstimateProgressWire } from '#shared/contract/estimate-progress.ts'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import { type BilledPart, type BillingLine, computeParts, type ProgressProblem } from '#shared/estimate-progress.ts'
import { formatMoney, parseAmount, sum, toAmount, zero } from '#shared/money.ts'
import { estimates } from '#web/features/estimates/actions/estimate-kind.ts'
import { FormDialog } from '#web/kit/form-dialog.tsx'
import { RecordForm } from '#web/kit/record-form.tsx'
import { type FormEnds, useRecordForm } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Typed = { all: string; lines: string[] }

/** Longer estimates are invoiced by a percentage of all lines. */
const maxLines = 100

const isPercent = (text: string) => /^\d{1,3}(\.\d{1,4})?$/.test(text) && Number(text) <= 100
const clean = (text: string) => text.trim().replace(/\s*%$/, '')
const notPercent = 'Enter a percentage from 0 to 100'

const toLines = ({ lines }: EstimateProgressWire): BillingLine[] =>
  lines.map(({ lineId, description, total, billed, left }) => ({
    ...{ lineId, description, total: parseAmount(total), billed: parseAmount(billed), left: parseAmount(left) },
  }))

type Request = { percent: string } | { lines: { lineId: number; percent: string }[] }

const compute = (
  { all, lines: typed }: Typed,
  lines: readonly BillingLine[],
  currency: Currency,
): { request: Request; parts: BilledPart[] } | ProgressProblem => {
  const own = lines.flatMap(({ lineId }, i) => (clean(typed[i] ?? '') === '' ? [] : [{ lineId, percent: clean(typed[i]!), i }]))
  const wrong = own.find(({ percent }) => !isPercent(percent))
  if (wrong) return { path: `lines.${wrong.i}`, message: notPercent }
  if (own.length === 0 && !isPercent(clean(all))) return { path: 'all', message: notPercent }
  const request = own.length > 0 ? { lines: own.map(({ lineId, percent }) => ({ lineId, percent })) } : { percent: clean(all) }
  const parts: BilledPart[] | ProgressProblem = computeParts(lines, request, currency)
  if (!('message' in parts)) return { request, parts }
  const nth = /^lines\.(\d+)\./.exec(parts.path)?.[1]
  return { ...parts, path: nth === undefined ? 'all' : `lines.${own[Number(nth)]!.i}` }
}

type FormProps = { estimate: ListedEstimateWire; progress: EstimateProgressWire } & FormEnds

const ProgressForm = ({ estimate, progress, ...ends }: FormProps) => {
  const { id, estimateNumber, currency } = estimate
  const lines = toLines(progress)
  const { refresh } = estimates
  const [, navigate] = useLocation()
  const { form, errorOf, frame } = useRecordForm<Typed, Pick<ListedInvoiceWire, 'id' | 'invoiceNumber' | 'total' | 'currency'>, Request>({
    ...ends,
    noun: 'part',
    keptAs: `progress.${id}`,
    defaults: { all: '', lines: lines.map(() => '') },
    first: 'all',
    toField: (path) => (path === 'percent' ? 'all' : undefined),
    toBody: (typed) => {
      const computed = compute(typed, lines, currency)
      return 'message' in computed ? { problems: [computed] } : computed.request
    },
    save: (body, request) => call(estimateEndpoints.invoicePart, { params: { id }, body, ...request }),
    done: ({ invoiceNumber, total, currency: of }) => ({
      title: 'Part invoiced',
      description: `${invoiceNumber} asks for ${formatMoney(total, of)} of ${estimateNumber}. Send it when you are ready.`,
    }),
    onSaved: (invoice) => navigate(`/invoices/${invoice.id}`),
    refresh,
  })
  const { register, control } = form
  const format = (amount: string) => formatMoney(amount, currency)
  return (
    <RecordForm
      frame={frame}
      label="Part of the estimate"
      intro={
        <p className="-mt-1 text-muted text-sm tabular-nums [overflow-wrap:anywhere]">
          {`Estimate ${estimateNumber}: ${format(progress.billed)} of ${format(progress.total)} is invoiced, ${format(progress.left)} is left.`}
        </p>
      }
      send={['Create Invoice', 'Creating...']}
    >
      <Field label="All lines done to (%)" error={errorOf('all')} hint="What is invoiced already is taken off.">
        <Input {...register('all')} inputMode="decimal" autoComplete="off" placeholder="e.g. 30" className="tabular-nums" />
      </Field>
      {lines.length > 1 && lines.length <= maxLines && (
        <ul aria-label="Lines" className="divide-y divide-line border-line border-y">
          {lines.map((line, i) => (
            <li key={line.lineId} className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-3 py-2 text-sm">
              <div className="min-w-0">
                <p dir="auto" className="line-clamp-2 text-left [overflow-wrap:anywhere]" title={line.description}>
                  {line.description}
                </p>
                <p className="text-[0.8125rem] text-muted tabular-nums">
                  {line.left === 0
                    ? `${formatMoney(line.total, currency)}, invoiced`
                    : `${formatMoney(line.left, currency)} of ${formatMoney(line.total, currency)} left`}
                </p>
              </div>
              <Field label={`Percent done of ${line.description}`} hideLabel error={errorOf(`lines.${i}`)}>
                <Input
                  {...register(`lines.${i}`)}
                  inputMode="decimal"
                  autoComplete="off"
                  disabled={line.left === 0}
                  placeholder="%"
                  className="text-right"
                />
              </Field>
            </li>
          ))}
        </ul>
      )}
      <Totals control={control} lines={lines} estimate={estimate} />
      {progress.draft && (
        <p className="text-[0.8125rem] text-warn [overflow-wrap:anywhere]">
          {`${progress.draft.invoiceNumber}, the draft for all of this estimate, will be deleted.`}
        </p>
      )}
    </RecordForm>
  )
}

const Totals = ({ control, lines, estimate }: { control: Control<Typed>; lines: readonly BillingLine[]; estimate: ListedEstimateWire }) => {
  const { currency } = estimate
  const computed = compute(useWatch({ control }) as Typed, lines, currency)
  const now = 'parts' in computed ? sum(computed.parts.map(({ amount }) => amount)) : zero
  const left = toAmount(sum(lines.map((line) => line.left)) - now)
  return (
    <section aria-label="Totals" aria-live="polite" className="rounded-lg bg-sunken px-4 py-3 text-sm">
      <dl className="flex items-baseline justify-between gap-4 font-semibold tabular-nums">
        <dt>This invoice</dt>
        <dd className="text-xl">{formatMoney(now, currency)}</dd>
      </dl>
      <p className="mt-1 text-[0.8125rem] text-muted tabular-nums">{`${formatMoney(left, currency)} will be left. Tax is added as in the estimate.`}</p>
    </section>
  )
}

type Props = { estimate: ListedEstimateWire; open: boolean; onClose: () => void }

export default function ProgressDialog({ estimate, open, onClose }: Props) {
  return (
    <FormDialog
      title="Invoice a Part"
      open={open}
      onClose={onClose}
      question="Discard this part? What you typed will be lost."
      name="progress"
      load={(signal) => call(estimateEndpoints.progress, { params: { id: estimate.id }, signal })}
      fallback={
        <div role="status" aria-label="Loading the estimate" className="grid gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-24" />
        </div>
      }
    >
      {(progress, form) => <ProgressForm estimate={estimate} progress={progress} {...form} />}
    </FormDialog>
  )
}
