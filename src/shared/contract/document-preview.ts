import { z } from 'zod'
import { mapReferences } from '#shared/document-references.ts'
import { lineKinds } from '#shared/document-totals.ts'
import { inLane, limited, postFile } from '#shared/endpoint.ts'
import { maxInstalments } from '#shared/instalments.ts'
import { documentInfo, documentKinds } from '#shared/record-types.ts'
import { documentMaxBytes, maxLines, textLimits } from '#shared/text-limits.ts'
import { defaultUnit, unitCodes } from '#shared/units.ts'
import { previewInput } from './business-profile.ts'
import { limitDocumentText } from './documents.ts'
import { documentPreviewEndpoints } from './endpoints/document-preview.ts'
import { calendarDay, currency, rowId } from './fields.ts'

/** As it is being typed: what isn't a number yet counts as zero. */
const typedNumber = z.string().max(30)
const typedDay = z.union([calendarDay, z.literal('')], "A date must be a day that exists, like 2026-01-31, or ''")
const typedText = ({ characters }: { characters: number }) => z.string().max(characters)

export const documentPreviewInput = limitDocumentText(
  z.strictObject({
    kind: z.enum([...documentKinds.map((kind) => documentInfo[kind].noun), 'retainer']),
    documentId: rowId('Document').nullish(),
    customerId: rowId('Customer').nullish(),
    /** While there is no profile. */
    business: previewInput.pick({ businessName: true, contactName: true, country: true, pageSize: true }).optional(),
    number: z.string().max(textLimits.documentNumber),
    issueDate: typedDay,
    endDate: typedDay,
    taxRate: typedNumber,
    taxAmount: typedNumber,
    pricesIncludeTax: z.boolean().default(false),
    /** By default that of the saved document, of the customer or of the business. */
    currency: currency.optional(),
    discount: typedNumber.default(''),
    deliveryDate: typedDay.default(''),
    deliveryUntil: typedDay.default(''),
    ...mapReferences(() => z.string().max(textLimits.reference).default('')),
    earlyDiscountPercent: typedNumber.default(''),
    earlyDiscountDays: typedNumber.default(''),
    withholdingPercent: typedNumber.default(''),
    /** Of an invoice that is paid in equal parts. */
    instalmentDays: z.array(calendarDay).max(maxInstalments).default([]),
    notes: typedText(textLimits.notes),
    terms: typedText(textLimits.notes),
    lineItems: z
      .array(
        z.strictObject({
          description: typedText(textLimits.description),
          quantity: typedNumber,
          unitPrice: typedNumber,
          kind: z.enum(lineKinds).default('item'),
          unitCode: z.enum(unitCodes).default(defaultUnit),
          discount: typedNumber.default(''),
          taxRateId: rowId('Tax rate').nullable().default(null),
        }),
      )
      .max(maxLines),
  }),
)

export const documentPreviewApi = {
  /** SVG, rendered by the PDF engine; nothing is stored. */
  draw: inLane(
    'rendered',
    limited('previews of documents', postFile(documentPreviewEndpoints.draw, documentPreviewInput, { maxBytes: documentMaxBytes })),
  ),
}
