import { firstValues, keyFields, type Values } from './profile-values.ts'

/** As stored in this browser: the values that differ from the saved ones. */
export type ProfileDraft = { typed: Partial<Values> }

const fields = firstValues(undefined, 'a4')
const isSecret = (name: string) => (keyFields as readonly string[]).includes(name)

/** Payment keys are never stored. */
export const toStoredDraft = (typed: Partial<Values>): ProfileDraft => ({
  typed: Object.fromEntries(Object.entries(typed).filter(([name]) => !isSecret(name))),
})

/** Storage can hold anything. */
export const parseStoredDraft = (stored: unknown): ProfileDraft | undefined => {
  const typed = typeof stored === 'object' && stored !== null && 'typed' in stored ? stored.typed : undefined
  if (typeof typed !== 'object' || typed === null) return undefined
  const known = Object.entries(typed).filter(
    ([name, value]) =>
      Object.hasOwn(fields, name) &&
      !isSecret(name) &&
      (name === 'logoUrl' ? value === null || typeof value === 'string' : typeof value === typeof fields[name as keyof Values]),
  )
  return known.length === 0 ? undefined : { typed: Object.fromEntries(known) }
}
