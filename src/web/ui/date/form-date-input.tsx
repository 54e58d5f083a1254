import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import type { ControlProps } from '#web/ui/field.tsx'
import { DateInput } from './date-input.tsx'

type FormProps<Values extends FieldValues> = ControlProps & {
  control: Control<Values>
  name: FieldPath<Values>
  /** Called with each change, after the form has it. */
  onChange?: ((value: string) => void) | undefined
}

/** A date of a form. */
export const FormDateInput = <Values extends FieldValues>({ control, name, onChange, ...rest }: FormProps<Values>) => {
  const { field } = useController({ control, name })
  const change = (value: string) => {
    field.onChange(value)
    onChange?.(value)
  }
  return <DateInput {...rest} {...field} onChange={change} />
}
