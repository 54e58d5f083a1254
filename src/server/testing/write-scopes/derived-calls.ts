import { buildBody, buildUrl, getEndpointName } from '#server/testing/tenant-isolation/samples.ts'
import { attachReceipt, smallPdf, uploadFile } from '#server/testing/upload.ts'
import type { Preparations, Prepared } from './preparations.ts'

/**
 * Prepares any call about at most one record: makes a new one of a new customer, brings it into the state in which the call can act, and builds the body from
 * the call's schema.
 */
export const createDerivedPreparation = ({ app, owner, next, customer, mailable, creditNote, insertEmail }: Preparations) => {
  const endpoints = new Map(app.routes.map(({ endpoint }) => [getEndpointName(endpoint), endpoint]))
  return async (call: string): Promise<Prepared> => {
    const path = call.split(' ')[1]!
    const [, , type = ''] = path.split('/')
    const { id: customerId } = await (/email|send|reminders/.test(path) ? mailable() : customer())
    const own = {
      ...{ ...owner, deleted: {}, emailIds: {}, parts: {}, publicIds: {}, sessionRef: '', logoPath: '' },
      ids: {
        customers: customerId,
        ...(type === 'expenses' && { receipts: (await attachReceipt(app, owner, smallPdf, 'a.pdf')).body.id }),
      },
      uploads: { logoURL: '', uploadURL: type === 'receipts' ? await uploadFile(app, owner, smallPdf) : '' },
    }
    const status = path.endsWith('send-email') || path.endsWith('scheduled-send') ? 'draft' : 'sent'
    const build = (name: string) =>
      buildBody(endpoints.get(name)!, own, { text: () => next('N'), always: { reference: next('R'), status } })
    const params: Record<string, string> = { currency: 'EUR', day: '2026-01-02' }
    const send = async (name: string): Promise<{ id: number }> => {
      const endpoint = endpoints.get(name)!
      return (await app.send(owner, endpoint.method, buildUrl(endpoint, params), build(name))).body
    }
    const makers: Record<string, () => Promise<{ id: number }>> = {
      customers: async () => ({ id: customerId }),
      'credit-notes': () => creditNote(customerId, params.day),
    }
    if (/:(id|ref)/.test(path)) {
      const { id } = await (makers[type]?.() ?? send(`POST /api/${type}`))
      Object.assign(params, { id, ref: id, ...(path.includes(':emailId') && (await insertEmail(id))) })
    }
    // What the call takes back comes first.
    const before = [
      ...(path.endsWith('/restore') ? [`DELETE ${path.replace('/restore', '')}`, `POST ${path.replace('restore', 'archive')}`] : []),
      ...(path.endsWith('/resume') ? ['stop', 'pause'].map((action) => `POST ${path.replace('resume', action)}`) : []),
      ...(call.startsWith('DELETE ') && path !== `/api/${type}/:id` ? [`PUT ${path}`] : []),
    ].findLast((name) => endpoints.has(name))
    if (before) await send(before)
    return { params, body: build(call) }
  }
}
