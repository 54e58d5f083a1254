import { z } from 'zod'
import { documentApi, documentReply, draftApi, publicApi } from '#shared/contract/document-api.ts'
import * as fields from '#shared/contract/documents.ts'
import { documentAddresses, draftAddresses, publicAddresses } from '#shared/contract/endpoints/documents.ts'
import { calendarDay, documentDayInput, optionalText, requiredText } from '#shared/contract/fields.ts'
import { publicBusiness } from '#shared/contract/public-invoice.ts'
import { noBody, post } from '#shared/endpoint.ts'
import { defineAction, post as postTo } from '#shared/endpoint-address.ts'
import { documentMaxBytes } from '#shared/text-limits.ts'

export const statuses = ['draft', 'sent', 'expired', 'accepted', 'voided'] as const
const number = 'proFormaNumber'

export const proFormaForm = z.strictObject({
  ...fields.documentFormFields,
  ...fields.pricingFields,
  proFormaNumber: fields.documentNumberInput('Pro forma number'),
  expiryDate: documentDayInput('Expiry date'),
  /** A field of its own: 'DAP Lagos'. */
  deliveryTerms: optionalText('Delivery terms', 60),
  lineItems: fields.lineItemsInput(fields.lineItemInput, 'A pro forma'),
})
export const proFormaInput = fields.limitDocumentText(proFormaForm.extend({ ...fields.submittedTotals, drawNumber: fields.drawNumber }))
export const proFormaUpdate = fields.limitDocumentText(proFormaForm.extend(fields.documentEditFields))
export const proForma = z.object({
  ...documentReply(statuses),
  proFormaNumber: z.string(),
  expiryDate: calendarDay,
  deliveryTerms: z.string().nullable(),
  publicUrl: z.string().nullable(),
  customer: z.object({ name: z.string(), email: z.string().nullable() }),
  lineItems: z.array(fields.lineItem),
})
export type ProForma = z.output<typeof proForma>
export const listedProForma = proForma.omit(fields.longFields)
export const publicProForma = z.object({
  id: z.string(),
  proFormaNumber: z.string(),
  status: z.enum(statuses),
  expiryDate: calendarDay,
  ...fields.publicTotals,
  lineItems: z.array(fields.publicLine),
  businessProfile: publicBusiness,
})

export const acceptance = z.strictObject({ by: requiredText('Name', 60) })
const onceSent = {
  locks: 'row',
  may: ({ status }: ProForma) => (status === 'draft' || status === 'voided' ? 'This pro forma is a draft or void.' : true),
} as const
const at = { ...documentAddresses('pro-formas'), ...draftAddresses('pro-formas') }
export const proFormasApi = {
  ...documentApi('pro-forma' as never, at, {
    reply: proForma,
    listed: listedProForma,
    statuses,
    sorts: ['issueDate', 'expiryDate', number, 'customer', 'total'],
  }),
  ...draftApi(at, { edit: proFormaUpdate, reply: proForma, numberField: number }),
  create: post(at.create, proFormaInput, proForma, { status: 201, maxBytes: documentMaxBytes }),
  void: post(defineAction(postTo('/api/pro-formas/:id/void'), onceSent), noBody, proForma),
  accept: post(defineAction(postTo('/api/pro-formas/:id/accept'), onceSent), acceptance, proForma),
}
export const publicProFormaApi = publicApi(publicAddresses('pro-forma'), publicProForma)
