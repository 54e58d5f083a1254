import { useFormContext } from 'react-hook-form'
import { Field, Input } from '#web/ui/field.tsx'
import type { DocumentDraft } from './draft.ts'
import { useRecalculateTax } from './use-retax.ts'

/** The rate, and the amount that follows it until somebody types another. */
export const TaxFields = () => {
  const { register, formState } = useFormContext<DocumentDraft>()
  const retax = useRecalculateTax()
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label="Tax Rate (%)" error={formState.errors.taxRate?.message}>
        <Input {...register('taxRate', { onChange: retax })} type="number" min="0" max="100" step="0.01" className="text-right" />
      </Field>
      <Field label="Tax Amount ($)" error={formState.errors.taxAmount?.message}>
        <Input {...register('taxAmount')} type="number" min="0" step="0.01" className="text-right" />
      </Field>
    </div>
  )
}
