import { z } from 'zod'
import { currencyCodes } from '#shared/currencies.ts'
import { lineKinds } from '#shared/document-totals.ts'
import { maxLines } from '#shared/text-limits.ts'
import { unitCodes } from '#shared/units.ts'
import type { FormConfig } from './form-config.ts'

const text = z.string().max(20_000)

/** Validated when read, because storage can hold anything. */
const content = z.object({
  draft: z.object({
    customerId: z.string().regex(/^\d{0,16}$/),
    currency: z.enum(currencyCodes),
    exchangeRate: text.nullable(),
    number: text,
    issueDate: text,
    endDate: text,
    deliveryDate: text,
    status: text,
    taxRate: text,
    taxAmount: text,
    pricesIncludeTax: z.boolean(),
    discount: text,
    notes: text,
    terms: text,
    lineItems: z
      .array(
        z.object({
          id: z.int().nullish(),
          itemId: z.int().nullable(),
          kind: z.enum(lineKinds),
          description: text,
          quantity: text,
          unitCode: z.enum(unitCodes),
          unitPrice: text,
          discount: text,
          taxRateId: z.int().nullable(),
          itemTaxRateId: z.int().nullish(),
          isTaxedLikeItems: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(maxLines),
  }),
  /** Unless the user edited it, a new number is suggested when the draft is opened. */
  proposedNumber: text.optional(),
  /** Of an edit: the version it started from, so that a conflict with a newer one is detected. */
  version: z.int().min(1).optional(),
})
export type StoredDraft = z.output<typeof content>

export const parseStoredDraft =
  ({ statusLabels }: Pick<FormConfig, 'statusLabels'>) =>
  (stored: unknown): StoredDraft | undefined => {
    const read = content.safeParse(stored)
    return read.success && Object.hasOwn(statusLabels, read.data.draft.status) ? read.data : undefined
  }
