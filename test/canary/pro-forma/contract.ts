import { z } from 'zod'
import { documentApi, documentReply, draftApi, publicApi } from '#shared/contract/document-api.ts'
import * as fields from '#shared/contract/documents.ts'
import { documentAddresses, draftAddresses, publicAddresses } from '#shared/contract/endpoints/documents.ts'
import { calendarDay, optionalText, requiredText } from '#shared/contract/fields.ts'
import { publicBusiness } from '#shared/contract/public-invoice.ts'
import { noBody, post } from '#shared/endpoint.ts'
import { defineAction, post as postTo } from '#shared/endpoint-address.ts'

/** Its type is registered where the edits are planted; here it stands for one that has the same end date. */
export const kind = 'pro-forma' as 'estimate'
export const statuses = ['draft', 'sent', 'expired', 'accepted', 'voided'] as const
const names = { proFormaNumber: z.string(), expiryDate: calendarDay }

export const proFormaForm = z.strictObject(fields.draftFields(kind, { deliveryTerms: optionalText('Delivery terms', 60) }))
const proFormaInput = fields.limitDocumentText(proFormaForm.extend({ ...fields.submittedTotals, drawNumber: fields.drawNumber }))
const proFormaUpdate = fields.limitDocumentText(proFormaForm.extend(fields.documentEditFields))
export const proForma = z.object({
  ...documentReply(statuses),
  ...names,
  deliveryTerms: z.string().nullable(),
  publicUrl: z.string().nullable(),
  customer: z.object({ name: z.string(), email: z.string().nullable() }),
  lineItems: z.array(fields.lineItem),
})
export type ProForma = z.output<typeof proForma>
export const listedProForma = proForma.omit(fields.longFields)
export const publicProForma = z.object({
  ...{ id: z.string(), status: z.enum(statuses), ...names, ...fields.publicTotals },
  lineItems: z.array(fields.publicLine),
  businessProfile: publicBusiness,
})

const onceSent = {
  locks: 'row',
  may: ({ status }: Pick<ProForma, 'status'>) => (status === 'draft' || status === 'voided' ? 'This pro forma is a draft or void.' : true),
} as const
const at = { ...documentAddresses('pro-formas'), ...draftAddresses('pro-formas') }
export const proFormasApi = {
  ...documentApi(kind, at, { reply: proForma, listed: listedProForma, statuses }),
  ...draftApi(at, { input: proFormaInput, edit: proFormaUpdate, reply: proForma, numberField: 'proFormaNumber' }),
  void: post(defineAction(postTo('/api/pro-formas/:id/void'), onceSent), noBody, proForma),
  accept: post(defineAction(postTo('/api/pro-formas/:id/accept'), onceSent), z.strictObject({ by: requiredText('Name', 60) }), proForma),
}
export const publicProFormaApi = publicApi(publicAddresses(kind as 'pro-forma'), publicProForma)
