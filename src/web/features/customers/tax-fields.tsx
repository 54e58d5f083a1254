import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Path, type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { type customerEndpoints, customerModel } from '#modules/customers/model.ts'
import type { BodyAt } from '#web/entity/entity.ts'
import { RecordFields } from '#web/entity/record-fields.tsx'
import { TaxRateSelect, useTaxRateHint } from '#web/entity/taxes/tax-rate-select.tsx'
import { useVatIdProblem } from '#web/entity/taxes/use-vat-id-problem.ts'
import { Input } from '#web/ui/field.tsx'
import { focusFirstProblem } from '#web/ui/form-failure.tsx'

const names = ['vatId', 'registrationId', 'countryCode', 'taxRateId'] as const

type Body = BodyAt<typeof customerEndpoints>
type Props = { form: UseFormReturn<Body>; errorOf: (name: Path<Body>) => string | undefined }

/** Folded while all are empty. */
export const TaxFields = ({ form, errorOf }: Props) => {
  const { control, formState } = form
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
      {isOpen && <Fields form={form} errorOf={errorOf} />}
    </details>
  )
}

const Fields = ({ form, errorOf }: Props) => {
  const { control, register } = form
  const [vatId, countryCode] = useWatch({ control, name: ['vatId', 'countryCode'] })
  const { problem, leave } = useVatIdProblem(vatId ?? '', countryCode ?? '')
  const { field: taxRate } = useController({ control, name: 'taxRateId' })
  const taxRateHint = useTaxRateHint('Suggested on new invoices and estimates.')
  return (
    <div className="grid grid-cols-1 items-start gap-4 border-line border-t p-4 sm:grid-cols-6">
      <RecordFields
        fields={customerModel.fields}
        form={form}
        errorOf={(name) => (name === 'vatId' ? problem : undefined) ?? errorOf(name)}
        lines={[
          ['vatId', 'registrationId'],
          ['countryCode', 'taxRateId'],
        ]}
        own={{
          vatId: {
            control: (
              <Input
                {...register('vatId', { onBlur: leave })}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                dir="ltr"
              />
            ),
          },
          registrationId: { control: <Input {...register('registrationId')} autoComplete="off" spellCheck={false} dir="auto" /> },
          taxRateId: { control: <TaxRateSelect {...taxRate} none="Your default" />, hint: taxRateHint },
        }}
      />
    </div>
  )
}
