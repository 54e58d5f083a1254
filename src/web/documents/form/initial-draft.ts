import type { QueryClient } from '@tanstack/react-query'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import type { FormConfig } from './form-config.ts'
import { copyDraft, daysBetween, type FormDraft, newDraft } from './form-draft.ts'

/** Prefix, year and the last four digits of the clock: a fallback while the server can't be reached. */
export const numberFromClock = (prefix: string, now: Date): string => `${prefix}-${now.getFullYear()}-${String(now.getTime()).slice(-4)}`

/** How long a new form waits for its number and defaults. */
const suggestTimeoutMs = 3000

/**
 * The next free number, or one from the clock when the server doesn't answer within three seconds.
 * @param prefix e.g. 'INV'
 */
export const suggestNumber = (prefix: string, request: (signal: AbortSignal) => Promise<string>): Promise<string> =>
  request(AbortSignal.timeout(suggestTimeoutMs)).catch(() => numberFromClock(prefix, new Date()))

/** Tells that a suggested number was taken before the document was saved; undefined when it wasn't. */
export const renumberedMessage = (proposed: string, assigned: string): string | undefined =>
  assigned === proposed ? undefined : `${proposed} was already taken, so it got the number ${assigned}.`

type InitialDraftOptions = {
  customerId?: number | undefined
  /** Fetches the document to copy, as form values. */
  original?: Promise<FormDraft> | undefined
}

/** The profile, or null when there is none or it takes longer than the number may. */
const loadProfile = (client: QueryClient) =>
  Promise.race([
    client.fetchQuery(businessProfileQuery).catch(() => null),
    new Promise<null>((done) => {
      setTimeout(done, suggestTimeoutMs, null)
    }),
  ])

/**
 * The initial values of a new form, and the days between its dates until the user edits the end date.
 * A copy keeps everything of the original but number, dates and status; any other form starts with the profile's defaults.
 */
export const loadInitialDraft = async (client: QueryClient, config: FormConfig, { customerId, original }: InitialDraftOptions) => {
  const [number, copied, profile] = await Promise.all([config.suggestNumber(), original, original ? null : loadProfile(client)])
  const defaults = config.defaults(profile)
  const fresh = newDraft(defaults, number)
  if (copied) return { draft: copyDraft(copied, fresh), days: daysBetween(copied) }
  return { draft: customerId === undefined ? fresh : { ...fresh, customerId: String(customerId) }, days: defaults.daysToEnd }
}
