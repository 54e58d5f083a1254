import { z } from 'zod'
import { maxLines } from '#shared/text-limits.ts'
import type { FormConfig } from './form-config.ts'

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
      .array(z.object({ id: z.int().nullish(), itemId: z.int().nullable(), description: text, quantity: text, unitPrice: text }))
      .min(1)
      .max(maxLines),
  }),
  /** The number that was proposed: one that nobody typed is proposed anew. */
  proposedNumber: text.optional(),
  /** An edit's: what it began from, so that a save of it over a newer record is noticed. */
  version: z.int().min(1).optional(),
})
export type StoredDraft = z.output<typeof content>

/** Reads what was kept of a half-typed paper; undefined when it is damaged. */
export const parseStoredDraft =
  ({ statusWords }: Pick<FormConfig, 'statusWords'>) =>
  (kept: unknown): StoredDraft | undefined => {
    const read = content.safeParse(kept)
    return read.success && Object.hasOwn(statusWords, read.data.draft.status) ? read.data : undefined
  }
