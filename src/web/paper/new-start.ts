import type { QueryClient } from '@tanstack/react-query'
import { businessProfileQuery } from '#web/lib/business-profile.ts'
import { copyDraft, daysBetween, type FormDraft, newDraft } from './form-draft.ts'
import type { FormConfig } from './form-kind.ts'
import { suggestTimeoutMs } from './suggested-number.ts'

type Wishes = {
  customerId?: number | undefined
  /** Fetches the paper that it repeats, as the form shows it. */
  original?: Promise<FormDraft> | undefined
}

/** The profile, or null when there is none or it takes longer than the number may. */
const profileInTime = (client: QueryClient) =>
  Promise.race([
    client.fetchQuery(businessProfileQuery).catch(() => null),
    new Promise<null>((done) => {
      setTimeout(done, suggestTimeoutMs, null)
    }),
  ])

/**
 * What a new form begins with, and how far its end date is from its issue date until somebody types another.
 * A copy has all of the original but number, dates and status, and lasts as long; any other begins as the profile says.
 */
export const loadInitialDraft = async (client: QueryClient, kind: FormConfig, { customerId, original }: Wishes) => {
  const [number, copied, profile] = await Promise.all([kind.suggestNumber(), original, original ? null : profileInTime(client)])
  const defaults = kind.defaults(profile)
  const fresh = newDraft(defaults, number)
  if (copied) return { draft: copyDraft(copied, fresh), days: daysBetween(copied) }
  return { draft: customerId === undefined ? fresh : { ...fresh, customerId: String(customerId) }, days: defaults.daysToEnd }
}
