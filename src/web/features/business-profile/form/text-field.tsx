import type { ComponentProps, ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { getLabel, type Labelled } from './profile-labels.ts'
import type { TextField, Values } from './profile-values.ts'

type Shared = { name: TextField & Labelled; label?: string; hint?: ReactNode; required?: boolean; className?: string }

const useFieldProps = ({ name, label = getLabel(name), hint, required, className }: Shared) => {
  const { formState } = useFormContext<Values>()
  return { label, hint, required, className, error: formState.errors[name]?.message }
}

export const TextLine = ({ name, label, hint, required, className, onBlur, ...rest }: Shared & Omit<ComponentProps<'input'>, 'name'>) => {
  const { register } = useFormContext<Values>()
  return (
    <Field {...useFieldProps({ name, hint, ...(label && { label }), ...(required && { required }), ...(className && { className }) })}>
      <Input dir="auto" {...rest} {...register(name, onBlur && { onBlur })} />
    </Field>
  )
}

export const TextLines = ({ name, label, hint, className, ...rest }: Shared & Omit<ComponentProps<'textarea'>, 'name'>) => {
  const { register } = useFormContext<Values>()
  return (
    <Field {...useFieldProps({ name, hint, ...(label && { label }), ...(className && { className }) })}>
      <Textarea dir="auto" autoComplete="off" {...rest} {...register(name)} />
    </Field>
  )
}
