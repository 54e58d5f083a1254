import { useFormContext, useWatch } from 'react-hook-form'
import type { DocumentDraft } from '#shared/draft-totals.ts'
import { Field, Select } from '#web/ui/field.tsx'
import type { FormDraft } from './form-draft.ts'

export type TypedStatus = Pick<FormDraft, 'currency' | 'status' | 'endDate' | keyof DocumentDraft>

type Props = {
  labels: Readonly<Record<string, string>>
  hintFor: (typed: TypedStatus) => string | undefined
}

export const StatusField = ({ labels, hintFor }: Props) => {
  const { register, control, formState } = useFormContext<FormDraft>()
  const typed = useWatch({ control }) as FormDraft
  return (
    <Field label="Status" error={formState.errors.status?.message} hint={hintFor(typed)}>
      <Select {...register('status')}>
        {Object.entries(labels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
