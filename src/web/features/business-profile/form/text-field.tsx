import type { ComponentProps, ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { getLabel, type Labelled } from './profile-labels.ts'
import type { TextField, Values } from './profile-values.ts'

type Shared = { name: TextField & Labelled; label?: string; hint?: ReactNode; required?: boolean; className?: string }

/** What a field of this form shows of its own: its name, and what is wrong with it. */
const useShown = ({ name, label = getLabel(name), hint, required, className }: Shared) => {
  const { formState } = useFormContext<Values>()
  return { label, hint, required, className, error: formState.errors[name]?.message }
}

/** A line of text of the profile. It may be in any script. */
export const TextLine = ({ name, label, hint, required, className, onBlur, ...rest }: Shared & Omit<ComponentProps<'input'>, 'name'>) => {
  const { register } = useFormContext<Values>()
  return (
    <Field {...useShown({ name, hint, ...(label && { label }), ...(required && { required }), ...(className && { className }) })}>
      <Input dir="auto" {...rest} {...register(name, onBlur && { onBlur })} />
    </Field>
  )
}

/** Some lines of text of the profile. */
export const TextLines = ({ name, label, hint, className, ...rest }: Shared & Omit<ComponentProps<'textarea'>, 'name'>) => {
  const { register } = useFormContext<Values>()
  return (
    <Field {...useShown({ name, hint, ...(label && { label }), ...(className && { className }) })}>
      <Textarea dir="auto" autoComplete="off" {...rest} {...register(name)} />
    </Field>
  )
}
