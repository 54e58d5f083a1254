import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { numberPatternInput } from '#shared/contract/document-numbering.ts'
import { numberingAddresses } from '#shared/contract/endpoints/document-numbering.ts'
import type { invoicesApi } from '#shared/contract/invoices.ts'
import { formatDocumentNumber, getRestart } from '#shared/document-numbers.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { type DocumentKind, documentInfo } from '#shared/record-types.ts'
import { SettingsForm, useSettingsForm } from '#web/kit/settings-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { getToday } from '#web/lib/format/today.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Loaded } from '#web/ui/load-error.tsx'
import { unsavedQuestion } from './form/profile-labels.ts'
import { FormOutline } from './form/section-card.tsx'

/** All types of documents have the same endpoints. */
const getAddresses = (kind: DocumentKind) => numberingAddresses(kind as 'invoice')

type Pattern = WireReplyOf<typeof invoicesApi.numberPattern>
type Values = Pick<Pattern, 'prefix' | 'date' | 'restart'> & { padding: string; nextCounter: string }

const toValues = ({ prefix, date, padding, restart, nextCounter }: Pattern): Values => ({
  prefix,
  date,
  padding: String(padding),
  restart,
  nextCounter: String(nextCounter),
})

const describeRestart = (noun: string, restart: Values['restart'], date: Values['date']): string =>
  date === 'none'
    ? 'Requires the date in the number.'
    : restart === 'never'
      ? 'Numbers go on over New Year.'
      : `The first ${noun} of each ${restart} gets number 1.`

const NumberForm = ({ kind, pattern }: { kind: DocumentKind; pattern: Pattern }) => {
  const client = useQueryClient()
  const { noun } = documentInfo[kind]
  const { form, errorOf, frame } = useSettingsForm({
    schema: numberPatternInput,
    defaults: toValues(pattern),
    toBody: (values) => ({ ...values, restart: getRestart(values) }),
    toValues,
    save: (body, once) => {
      const send = (request: IdempotentRequest) => call(getAddresses(kind).saveNumberPattern, { body, ...request })
      return once(body, send, (_, request) => send(request))
    },
    done: (saved) => {
      client.setQueryData([getAddresses(kind).numberPattern.path], saved)
      toast({ title: 'Success', description: `Saved. The next ${noun} number is ${saved.nextNumber}.` })
    },
    question: unsavedQuestion,
  })
  const { register, control } = form
  const typed = useWatch({ control }) as Values
  const today = getToday()
  const [year, month] = today.split('-') as [string, string]
  const restart = getRestart(typed)
  const checked = numberPatternInput.safeParse(typed)
  const example = (counter: (from: number) => number) =>
    checked.success && formatDocumentNumber(checked.data, today, counter(checked.data.nextCounter))

  return (
    <SettingsForm frame={frame}>
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-6 sm:*:col-span-2">
        <Field label="Prefix" error={errorOf('prefix')} hint="Optional.">
          <Input {...register('prefix')} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        </Field>
        <Field label="Date" error={errorOf('date')} hint="From its issue date.">
          <Select {...register('date')}>
            <option value="none">None</option>
            <option value="YYYY">Year ({year})</option>
            <option value="YYYY-MM">
              Year and month ({year}-{month})
            </option>
            <option value="YY">Short year ({year.slice(2)})</option>
            <option value="YY-MM">
              Short year and month ({year.slice(2)}-{month})
            </option>
          </Select>
        </Field>
        <Field label="Digits" required error={errorOf('padding')} hint="Shorter numbers are padded with zeros.">
          <Input {...register('padding')} inputMode="numeric" autoComplete="off" className="tabular-nums" />
        </Field>
        <Field
          label="Next number"
          required
          error={errorOf('nextCounter')}
          hint="Can't be lower than a number already used. A draft gets its number when it is sent."
          className="sm:col-span-3!"
        >
          <Input {...register('nextCounter')} inputMode="numeric" autoComplete="off" className="tabular-nums" />
        </Field>
        <Field label="Restart at 1" error={errorOf('restart')} hint={describeRestart(noun, restart, typed.date)} className="sm:col-span-3!">
          <Select
            name="restart"
            value={restart}
            disabled={typed.date === 'none'}
            onChange={({ target }) => form.setValue('restart', target.value as Values['restart'], { shouldDirty: true })}
          >
            <option value="never">Never</option>
            <option value="year">Every year</option>
            {typed.date.endsWith('MM') && <option value="month">Every month</option>}
          </Select>
        </Field>
      </div>
      <div className="rounded-lg bg-sunken px-4 py-3">
        <p aria-live="polite" className="min-w-0 text-sm [overflow-wrap:anywhere]">
          <span className="block text-[0.8125rem] text-muted">Example</span>
          {checked.success ? (
            <span className="tabular-nums">
              <span className="font-semibold">{example((n) => n)}</span>
              <span className="text-muted">, {example((n) => n + 1)}, …</span>
            </span>
          ) : (
            <span className="text-muted">Shown when all fields are valid.</span>
          )}
        </p>
      </div>
    </SettingsForm>
  )
}

const NumberCard = ({ kind, title, children }: { kind: DocumentKind; title: string; children: string }) => {
  const { numberPattern } = getAddresses(kind)
  const pattern = useQuery({
    queryKey: [numberPattern.path],
    queryFn: ({ signal }) => call(numberPattern, { signal }),
    // Every new document advances the next number.
    gcTime: 0,
  })
  return (
    <section aria-label={title}>
      <Card>
        <CardTitle>{title}</CardTitle>
        <p className="mt-1 mb-5 max-w-prose text-muted text-sm">{children}</p>
        <Loaded query={pattern} fallback={<FormOutline />}>
          {(data) => <NumberForm kind={kind} pattern={data} />}
        </Loaded>
      </Card>
    </section>
  )
}

export default function NumberCards() {
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <NumberCard kind="invoice" title="Invoice numbers">
        How new invoices are numbered. You can type a different number on each invoice. Existing invoices keep theirs.
      </NumberCard>
      <NumberCard kind="credit-note" title="Credit note numbers">
        How credit notes are numbered, in a series of their own. Each gets its number when it is issued.
      </NumberCard>
      <NumberCard kind="estimate" title="Estimate numbers">
        How new estimates are numbered, separately from invoices. Existing estimates keep their numbers.
      </NumberCard>
    </div>
  )
}
