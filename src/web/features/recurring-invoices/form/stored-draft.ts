import { z } from 'zod'
import { currencyCodes } from '#shared/currencies.ts'
import { lineKinds } from '#shared/document-totals.ts'
import { frequencies } from '#shared/recurrence.ts'
import { maxLines } from '#shared/text-limits.ts'
import { unitCodes } from '#shared/units.ts'
import type { RecurringDraft } from './recurring-draft.ts'

const text = z.string().max(20_000)
const days = z.array(z.int().min(-1).max(31)).max(32)

/** Stored in this browser; storage can hold anything. */
const content = z.object({
  draft: z.object({
    ...{ customerId: z.string().regex(/^\d{0,16}$/), currency: z.enum(currencyCodes) },
    ...{ taxRate: text, taxAmount: text, pricesIncludeTax: z.boolean(), discount: text, notes: text, terms: text },
    lineItems: z
      .array(
        z.object({
          ...{ id: z.null(), itemId: z.int().nullable(), kind: z.enum(lineKinds), description: text, quantity: text },
          ...{ unitCode: z.enum(unitCodes), unitPrice: text, discount: text, taxRateId: z.int().nullable() },
          ...{ itemTaxRateId: z.int().nullish(), isTaxedLikeItems: z.boolean().optional(), followsItemPrice: z.boolean().optional() },
        }),
      )
      .min(1)
      .max(maxLines),
    ...{ startDay: text, frequency: z.enum(frequencies), every: text, weekdays: days, monthDays: days },
    ...{ monthly: z.enum(['start', 'last', 'chosen']), ends: z.enum(['never', 'date', 'count']), untilDay: text, maxCount: text },
    ...{ time: text, timeZone: text, dueDays: text, sending: z.enum(['send', 'draft']) },
    ...{ chargesSavedCard: z.boolean(), contentFrom: text },
  }),
  /** Of an edit: the version it started from. */
  version: z.int().min(1).optional(),
})
export type StoredRecurring = { draft: RecurringDraft; version?: number | undefined }

/** Undefined when it is damaged. */
export const parseStoredRecurring = (stored: unknown): StoredRecurring | undefined => content.safeParse(stored).data
