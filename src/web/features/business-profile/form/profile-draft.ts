import { firstValues, keyFields, type Values } from './profile-values.ts'

/** What this browser keeps of a half-typed profile: what differs from what is saved. */
export type ProfileDraft = { typed: Partial<Values> }

const fields = firstValues(undefined, 'a4')
const isSecret = (name: string) => (keyFields as readonly string[]).includes(name)

/** What may be kept; keys of payment providers never are. */
export const toStoredDraft = (typed: Partial<Values>): ProfileDraft => ({
  typed: Object.fromEntries(Object.entries(typed).filter(([name]) => !isSecret(name))),
})

/** Reads what was kept, with care: anything may have written it. */
export const parseStoredDraft = (kept: unknown): ProfileDraft | undefined => {
  const typed = typeof kept === 'object' && kept !== null && 'typed' in kept ? kept.typed : undefined
  if (typeof typed !== 'object' || typed === null) return undefined
  const known = Object.entries(typed).filter(
    ([name, value]) =>
      Object.hasOwn(fields, name) &&
      !isSecret(name) &&
      (name === 'logoUrl' ? value === null || typeof value === 'string' : typeof value === typeof fields[name as keyof Values]),
  )
  return known.length === 0 ? undefined : { typed: Object.fromEntries(known) }
}
