import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Path, type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { CountrySelect } from '#web/entity/taxes/country-select.tsx'
import { TaxRateSelect, useTaxRateHint } from '#web/entity/taxes/tax-rate-select.tsx'
import { useVatIdProblem } from '#web/entity/taxes/use-vat-id-problem.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { focusFirstProblem } from '#web/ui/form-failure.tsx'
import type { CustomerBody } from './customers.ts'

const names = ['vatId', 'registrationId', 'countryCode', 'taxRateId'] as const

type Props = { form: UseFormReturn<CustomerBody>; errorOf: (name: Path<CustomerBody>) => string | undefined }

/** Folded while all are empty. */
export const TaxFields = ({ form: { control, formState, register }, errorOf }: Props) => {
  const values = useWatch({ control, name: names })
  const hasError = names.some((name) => errorOf(name) !== undefined)
  const mustOpen = hasError || values.some((value) => Boolean(value))
  const [isOpen, setOpen] = useState(mustOpen)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (mustOpen) setOpen(true)
  }, [mustOpen])
  // A field that was folded away could not take the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (hasError && document.activeElement?.tagName === 'BUTTON') focusFirstProblem(details.current?.closest('form') ?? null)
  }, [hasError, isOpen, formState.submitCount])
  return (
    <details
      ref={details}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-lg border border-line text-sm sm:col-span-6"
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 px-4 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="font-medium">Tax details</span> <span className="text-muted group-open:hidden">VAT ID, tax rate</span>
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      {isOpen && <Fields control={control} register={register} errorOf={errorOf} />}
    </details>
  )
}

const Fields = ({ control, register, errorOf }: Pick<Props['form'], 'control' | 'register'> & Pick<Props, 'errorOf'>) => {
  const [vatId, countryCode] = useWatch({ control, name: ['vatId', 'countryCode'] })
  const { problem, leave } = useVatIdProblem(vatId ?? '', countryCode ?? '')
  const { field: taxRate } = useController({ control, name: 'taxRateId' })
  const taxRateHint = useTaxRateHint('Suggested on new invoices and estimates.')
  return (
    <div className="grid items-start gap-4 border-line border-t p-4 sm:grid-cols-2">
      <Field label="VAT ID" error={problem ?? errorOf('vatId')} hint="With the country prefix, like DE136695976.">
        <Input {...register('vatId', { onBlur: leave })} autoComplete="off" autoCapitalize="characters" spellCheck={false} dir="ltr" />
      </Field>
      <Field label="Registration Number" error={errorOf('registrationId')} hint="From a company register, if there is no VAT ID.">
        <Input {...register('registrationId')} autoComplete="off" spellCheck={false} dir="auto" />
      </Field>
      <Field label="Tax Country" error={errorOf('countryCode')} hint="Sets which tax rules apply. Printed addresses use the country above.">
        <CountrySelect {...register('countryCode')} />
      </Field>
      <Field label="Tax Rate" error={errorOf('taxRateId')} hint={taxRateHint}>
        <TaxRateSelect {...taxRate} none="Your default" />
      </Field>
    </div>
  )
}
