import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { numberPatternInput } from '#shared/contract/document-numbering.ts'
import { numberingAddresses } from '#shared/contract/endpoints/document-numbering.ts'
import type { invoicesApi } from '#shared/contract/invoices.ts'
import { formatDocumentNumber } from '#shared/document-numbers.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { type DocumentKind, documentInfo } from '#shared/record-types.ts'
import { SettingsForm, useSettingsForm } from '#web/kit/settings-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { getToday } from '#web/lib/format/today.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Loaded } from '#web/ui/load-error.tsx'
import { unsavedQuestion } from './form/profile-labels.ts'
import { FormOutline } from './form/section-card.tsx'
import { Switch } from './form/switch.tsx'

/** All types of documents have the same endpoints. */
const getAddresses = (kind: DocumentKind) => numberingAddresses(kind as 'invoice')

type Pattern = WireReplyOf<typeof invoicesApi.numberPattern>
type Values = { prefix: string; includeYear: boolean; padding: string; restartYearly: boolean; nextCounter: string }

const toValues = ({ prefix, includeYear, padding, restartYearly, nextCounter }: Pattern): Values => ({
  prefix,
  includeYear,
  padding: String(padding),
  restartYearly,
  nextCounter: String(nextCounter),
})

const NumberForm = ({ kind, pattern }: { kind: DocumentKind; pattern: Pattern }) => {
  const client = useQueryClient()
  const { noun } = documentInfo[kind]
  const { form, errorOf, frame } = useSettingsForm({
    schema: numberPatternInput,
    defaults: toValues(pattern),
    toBody: (values) => ({ ...values, restartYearly: values.includeYear && values.restartYearly }),
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
  const year = getToday().slice(0, 4)
  const checked = numberPatternInput.safeParse(typed)
  const example = (counter: (from: number) => number) =>
    checked.success && formatDocumentNumber(checked.data, year, counter(checked.data.nextCounter))

  return (
    <SettingsForm frame={frame}>
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-3">
        <Field label="Prefix" error={errorOf('prefix')} hint="Optional.">
          <Input {...register('prefix')} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        </Field>
        <Field label="Next number" required error={errorOf('nextCounter')} hint="Can't be lower than a number already used.">
          <Input {...register('nextCounter')} inputMode="numeric" autoComplete="off" className="tabular-nums" />
        </Field>
        <Field label="Digits" required error={errorOf('padding')} hint="Shorter numbers are padded with zeros.">
          <Input {...register('padding')} inputMode="numeric" autoComplete="off" className="tabular-nums" />
        </Field>
      </div>
      <div className="grid gap-3">
        <Switch label="Year" hint="Adds the current year between prefix and number." {...register('includeYear')} />
        <Switch
          label="Restart every year"
          hint={typed.includeYear ? `The first ${noun} of each year gets number 1.` : 'Requires the year in the number.'}
          disabled={!typed.includeYear}
          {...register('restartYearly')}
        />
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
