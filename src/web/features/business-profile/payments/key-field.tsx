import { type Ref, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { getSavedKey, type KeyField as KeyName, type SavedKeys, type Values } from '#web/features/business-profile/form/profile-values.ts'
import { cx } from '#web/ui/cx.ts'
import { type ControlProps, Field, Input } from '#web/ui/field.tsx'

type Mode = 'test' | 'live'

const getKeyMode = (key: string): Mode | undefined => /^(?:pk|sk|rk)_(test|live)_/.exec(key.trim())?.[1] as Mode | undefined

const modeHints = { test: 'This looks like a test key: no real money moves.', live: 'This looks like a live key: real money moves.' }
const prefixes: Partial<Record<KeyName, { right: RegExp; hint: string }>> = {
  stripePublishableKey: { right: /^pk_/, hint: 'Starts with pk_test_ or pk_live_.' },
  stripeSecretKey: { right: /^(sk|rk)_/, hint: 'Starts with sk_test_ or sk_live_.' },
}
const swappedHints: Partial<Record<KeyName, [RegExp, string]>> = {
  stripePublishableKey: [/^(sk|rk)_/, 'This looks like the secret key. It belongs in the field below.'],
  stripeSecretKey: [/^pk_/, 'This looks like the publishable key. It belongs in the field above.'],
}

type KeyHint = { text: string; tone: 'quiet' | 'note' | 'warn' }

/** Only a hint: the provider decides. @param other the provider's other key, typed or stored, as far as it is known */
export const getKeyHint = (field: KeyName, typed: string, savedKeys: SavedKeys, other: string): KeyHint | undefined => {
  const text = typed.trim()
  const { set, last4 } = getSavedKey(savedKeys, field)
  if (text === '') {
    if (set) return { text: last4 ? `Saved, ends in ${last4}.` : 'Saved.', tone: 'quiet' }
    return prefixes[field] && { text: prefixes[field].hint, tone: 'quiet' }
  }
  const [wrong, why] = swappedHints[field] ?? []
  if (wrong?.test(text)) return { text: why!, tone: 'warn' }
  const mode = getKeyMode(text)
  const otherMode = getKeyMode(other)
  if (mode && otherMode && mode !== otherMode)
    return { text: `This is a ${mode} key, the other one is a ${otherMode} key. Use two of the same kind.`, tone: 'warn' }
  if (mode) return { text: modeHints[mode], tone: 'note' }
  const { right, hint } = prefixes[field] ?? {}
  return right && !right.test(text) ? { text: `It usually ${hint!.charAt(0).toLowerCase()}${hint!.slice(1)}`, tone: 'warn' } : undefined
}

const tones: Record<KeyHint['tone'], string> = { quiet: '', note: 'text-note', warn: 'text-warn' }

type Props = {
  name: KeyName
  label: string
  savedKeys: SavedKeys
  /** The provider's other key, which a hint compares it with. */
  other: KeyName
  secret?: boolean
  onTyped: (name: KeyName, typed: string) => void
}

/** A stored key is never shown; typing replaces it. */
export const KeyField = ({ name, label, savedKeys, other, secret = false, onTyped }: Props) => {
  const { control, register, formState } = useFormContext<Values>()
  const [typed, typedOther] = useWatch({ control, name: [name, other] })
  const isSaved = getSavedKey(savedKeys, name).set
  const savedOther = savedKeys[other]
  const hint = getKeyHint(name, typed, savedKeys, typedOther.trim() || (typeof savedOther === 'string' ? savedOther : ''))
  const registered = register(name, { onChange: (event: { target: { value: string } }) => onTyped(name, event.target.value) })
  const field = {
    ...registered,
    spellCheck: false,
    autoCapitalize: 'off',
    autoCorrect: 'off',
    dir: 'ltr',
    placeholder: isSaved ? 'Leave empty to keep it' : undefined,
    // Password managers must ignore this field, too.
    'data-1p-ignore': true,
    'data-bwignore': true,
    'data-lpignore': 'true',
  } as const
  const error = formState.errors[name]?.message
  return (
    <Field
      label={label}
      error={error}
      // An error takes precedence over a hint.
      hint={!error && <span className={cx('block min-h-5', hint && tones[hint.tone])}>{hint?.text}</span>}
    >
      {secret ? <SecretInput {...field} what={label.toLowerCase()} canShow={typed !== ''} /> : <Input {...field} autoComplete="off" />}
    </Field>
  )
}

type SecretProps = ControlProps & { what: string; canShow: boolean; ref: Ref<HTMLInputElement>; name: string }

/** Emptying the field masks it again. */
const SecretInput = ({ what, canShow, ...input }: SecretProps) => {
  const [wantsShown, setWantsShown] = useState(false)
  const isShown = wantsShown && canShow
  if (wantsShown && !canShow) setWantsShown(false)
  return (
    <span className="relative block">
      <Input {...input} type={isShown ? 'text' : 'password'} autoComplete="new-password" className="pr-16" />
      <button
        type="button"
        disabled={!canShow}
        onClick={() => setWantsShown(!isShown)}
        className="absolute inset-y-0 right-0 rounded-md px-3 font-medium text-[0.8125rem] text-muted hover:text-ink disabled:opacity-50"
      >
        {isShown ? 'Hide' : 'Show'}
        <span className="sr-only"> {what}</span>
      </button>
    </span>
  )
}
