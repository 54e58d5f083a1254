import { type ComponentProps, useState } from 'react'
import { type ControlProps, Field, Input } from './field.tsx'

/** For password managers. */
export const UsernameField = ({ email }: { email: string | null }) => (
  <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
)

type CodeFieldProps = { hint: string; error: string | undefined } & ComponentProps<'input'>

/** A six-digit authenticator code or a recovery code. */
export const CodeField = ({ hint, error, ...input }: CodeFieldProps) => (
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

type Props = {
  label: string
  hint?: string
  error: string | undefined
  kind: 'current-password' | 'new-password'
} & Omit<ComponentProps<'input'>, 'type'>

export const PasswordField = ({ label, hint, error, kind, ...input }: Props) => (
  <Field label={label} required error={error} hint={hint}>
    <PasswordInput {...input} autoComplete={kind} what={label.toLowerCase()} />
  </Field>
)

const PasswordInput = ({ what, ...input }: ControlProps & Omit<ComponentProps<'input'>, keyof ControlProps> & { what: string }) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <span className="relative block">
      <Input
        {...input}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        dir="auto"
        className="pr-16"
      />
      <button
        type="button"
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 rounded-md px-3 font-medium text-[0.8125rem] text-muted hover:text-ink"
      >
        {isShown ? 'Hide' : 'Show'}
        <span className="sr-only"> {what}</span>
      </button>
    </span>
  )
}
