import type { ComponentProps } from 'react'
import { Field, Input } from '#web/ui/field.tsx'

type Props = { hint: string; error: string | undefined } & ComponentProps<'input'>

/** Six digits of an authenticator app, or a recovery code. */
export const CodeField = ({ hint, error, ...input }: Props) => (
  <Field label="Code" required error={error} hint={hint}>
    <Input
      {...input}
      autoComplete="one-time-code"
      autoCapitalize="off"
      enterKeyHint="go"
      spellCheck={false}
      className="font-mono tracking-wider"
    />
  </Field>
)
