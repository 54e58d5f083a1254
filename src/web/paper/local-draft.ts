import { z } from 'zod'
import { maxLines } from '#shared/api/papers.ts'
import { draftStem, draftsFrom, dropDraft } from '#web/lib/local-drafts.ts'
import { zoneHere } from '#web/lib/today.ts'
import type { FormKind } from './form-kind.ts'

const text = z.string().max(20_000)

/** What this browser keeps of a half-typed paper. Read with care: anything may have written it. */
const content = z.object({
  draft: z.object({
    customerId: z.string().regex(/^\d{0,10}$/),
    number: text,
    issueDate: text,
    endDate: text,
    status: text,
    taxRate: text,
    taxAmount: text,
    notes: text,
    terms: text,
    lineItems: z
      .array(z.object({ itemId: z.int().nullable(), description: text, quantity: text, unitPrice: text }))
      .min(1)
      .max(maxLines),
  }),
  /** The number that was proposed: one that nobody typed is proposed anew. */
  proposedNumber: text.optional(),
  /** An edit's: what it began from, so that a save of it over a newer record is noticed. */
  version: z.int().min(1).optional(),
})
export type DraftContent = z.output<typeof content>
export type OfferedDraft = { key: string; savedAt: Date; content: DraftContent }

/** Where the drafts of one user and one form begin. @param id the paper that is edited, or undefined for a new one */
export const stemFor = (userId: number, { noun }: Pick<FormKind, 'noun'>, id: number | undefined): string =>
  draftStem(userId, `${noun}.${id ?? 'new'}`)

/** The newest draft that can be read; damaged ones are thrown away. */
export const newestDraft = (stem: string, { statusWords }: Pick<FormKind, 'statusWords'>, now = new Date()): OfferedDraft | undefined => {
  for (const { key, savedAt, content: kept } of draftsFrom(stem, now)) {
    const read = content.safeParse(kept)
    if (read.success && Object.hasOwn(statusWords, read.data.draft.status)) return { key, savedAt, content: read.data }
    dropDraft(key)
  }
  return undefined
}

const parts = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** "Nov 21, 10:32", where the user is. */
export const showMoment = (at: Date): string => at.toLocaleString('en-US', { ...parts, timeZone: zoneHere() })
