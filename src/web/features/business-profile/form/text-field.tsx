import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { getLabel, type Labelled } from './profile-labels.ts'
import type { TextField, Values } from './profile-values.ts'

type FieldProps = Pick<ComponentProps<typeof Field>, 'hint' | 'required' | 'className' | 'children'>

/** Its label and error are those of the name. */
export const ProfileField = ({ name, ...rest }: FieldProps & { name: Labelled }) => {
  const { formState } = useFormContext<Values>()
  return <Field label={getLabel(name)} error={formState.errors[name]?.message} {...rest} />
}

type TextProps = Omit<FieldProps, 'children'> & { name: TextField & Labelled }

export const TextLine = ({ name, hint, required, className, onBlur, ...rest }: TextProps & Omit<ComponentProps<'input'>, 'name'>) => {
  const { register } = useFormContext<Values>()
  return (
    <ProfileField {...{ name, hint, required, className }}>
      <Input dir="auto" {...rest} {...register(name, onBlur && { onBlur })} />
    </ProfileField>
  )
}

export const TextLines = ({ name, className, ...rest }: TextProps & Omit<ComponentProps<'textarea'>, 'name'>) => {
  const { register } = useFormContext<Values>()
  return (
    <ProfileField {...{ name, className }}>
      <Textarea dir="auto" autoComplete="off" {...rest} {...register(name)} />
    </ProfileField>
  )
}
