import { useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { findFarDayWarning } from '#shared/day-limits.ts'
import { getToday } from '#web/lib/format/today.ts'
import type { ControlProps } from '#web/ui/field.tsx'
import { DateInput } from './date-input.tsx'

type FormProps<Values extends FieldValues> = ControlProps & {
  control: Control<Values>
  name: FieldPath<Values>
  onChange?: ((value: string) => void) | undefined
  /** Days that are years away are usual here, such as the end of a schedule: no warning. */
  isFarUsual?: boolean
}

export const FormDateInput = <Values extends FieldValues>({ control, name, onChange, isFarUsual, ...rest }: FormProps<Values>) => {
  const { field } = useController({ control, name })
  const warningId = useId()
  const change = (value: string) => {
    field.onChange(value)
    onChange?.(value)
  }
  const warning = isFarUsual || rest['aria-invalid'] ? undefined : findFarDayWarning(field.value ?? '', getToday())
  const described = [rest['aria-describedby'], warning && warningId].filter(Boolean).join(' ')
  return (
    <>
      <DateInput {...rest} {...field} {...(described && { 'aria-describedby': described })} onChange={change} />
      {warning && (
        <p id={warningId} role="status" className="text-[0.8125rem] text-warn">
          {warning}
        </p>
      )}
    </>
  )
}
