import { type ComponentProps, useState } from 'react'
import type { SettingsFrame } from '#web/kit/settings-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { type ControlProps, Field, Input } from '#web/ui/field.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'

type EndProps = {
  frame: SettingsFrame
  /** 'Send the link', and 'Sending...' meanwhile. */
  send: readonly [label: string, pending: string]
}

export const FormButtons = ({ frame: { isPending }, send, close }: EndProps & { close: () => void }) => (
  <div className="flex flex-wrap gap-2">
    <Button type="submit" pending={isPending}>
      {send[isPending ? 1 : 0]}
    </Button>
    <Button variant="ghost" onClick={close}>
      Cancel
    </Button>
  </div>
)

type DialogProps = EndProps & { danger?: boolean; close: () => void }

export const DialogButtons = ({ frame: { isPending }, send, danger = false, close }: DialogProps) => (
  <ModalFooter>
    <Button variant="secondary" onClick={close}>
      Cancel
    </Button>
    <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={isPending}>
      {send[isPending ? 1 : 0]}
    </Button>
  </ModalFooter>
)

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
