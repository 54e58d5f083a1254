import { copyDraft, daysBetween, type FormDraft, newDraft } from './form-draft.ts'
import type { FormKind } from './form-kind.ts'

type Wishes = {
  customerId?: number | undefined
  /** Fetches the paper that it repeats, as the form shows it. */
  original?: Promise<FormDraft> | undefined
}

/**
 * What a new form begins with, and how far its end date is from its issue date until somebody types another.
 * A copy has all of the original but number, dates and status, and lasts as long.
 */
export const newStart = async (kind: FormKind, { customerId, original }: Wishes) => {
  const [number, copied] = await Promise.all([kind.suggestNumber(), original])
  const fresh = newDraft(kind, number)
  if (copied) return { draft: copyDraft(copied, fresh), days: daysBetween(copied) }
  return { draft: customerId === undefined ? fresh : { ...fresh, customerId: String(customerId) }, days: kind.daysToEnd }
}
