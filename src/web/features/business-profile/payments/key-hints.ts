import { getSavedKey, type KeyField, type SavedKeys } from '#web/features/business-profile/form/profile-values.ts'

type Mode = 'test' | 'live'

const getKeyMode = (key: string): Mode | undefined => /^(?:pk|sk|rk)_(test|live)_/.exec(key.trim())?.[1] as Mode | undefined

const modeHints = { test: 'This looks like a test key: no real money moves.', live: 'This looks like a live key: real money moves.' }
const prefixes: Partial<Record<KeyField, { right: RegExp; hint: string }>> = {
  stripePublishableKey: { right: /^pk_/, hint: 'Starts with pk_test_ or pk_live_.' },
  stripeSecretKey: { right: /^(sk|rk)_/, hint: 'Starts with sk_test_ or sk_live_.' },
}
const swappedHints: Partial<Record<KeyField, [RegExp, string]>> = {
  stripePublishableKey: [/^(sk|rk)_/, 'This looks like the secret key. It belongs in the field below.'],
  stripeSecretKey: [/^pk_/, 'This looks like the publishable key. It belongs in the field above.'],
}

export type KeyHint = { text: string; tone: 'quiet' | 'note' | 'warn' }

/** Only a hint: the provider decides. @param other the provider's other key, typed or stored, as far as it is known */
export const getKeyHint = (field: KeyField, typed: string, savedKeys: SavedKeys, other: string): KeyHint | undefined => {
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
