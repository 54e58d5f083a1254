import { allTime } from '#shared/periods.ts'
import { Field } from '#web/ui/field.tsx'
import { DateInput } from './date-input.tsx'

/** As typed. */
type Days = { from: string; to: string }

type Props = { days: Days; errors: { readonly [Name in keyof Days]?: string | undefined }; onChange: (days: Days) => void }

export const RangeFields = ({ days, errors, onChange }: Props) => (
  <>
    {(['from', 'to'] as const).map((name) => (
      <Field key={name} label={name === 'from' ? 'From' : 'To'} required error={errors[name]}>
        <DateInput
          name={name}
          min={allTime.from}
          max={allTime.to}
          value={days[name]}
          onChange={(text) => onChange({ ...days, [name]: text })}
        />
      </Field>
    ))}
  </>
)
