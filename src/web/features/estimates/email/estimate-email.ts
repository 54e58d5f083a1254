import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { mayEmailEstimate } from '#shared/estimate-rules.ts'
import { type EmailConfig, noAddress, type Refusal } from '#web/documents/email/send-email.ts'
import { call } from '#web/lib/api/client.ts'

const emailRefusal = (reason: string): Refusal => (reason === noAddress.reason ? noAddress : { title: 'Email Failed', reason })

export const estimateEmail: EmailConfig<ListedEstimateWire> = {
  noun: 'estimate',
  getNumber: ({ estimateNumber }) => estimateNumber,
  getRefusal: (estimate) => {
    const may = mayEmailEstimate(estimate)
    return may === true ? undefined : emailRefusal(may)
  },
  getErrorTitle: (reason) => emailRefusal(reason).title,
  send: ({ id, estimateNumber, customer }, text, request) =>
    call(estimateEndpoints.sendEmail, {
      params: { id },
      body: { customerEmail: customer.email, customerName: customer.name, estimateNumber, ...text },
      ...request,
    }),
  fetchEmail: ({ id }, emailId) => call(estimateEndpoints.email, { params: { id, emailId: String(emailId) } }),
  listPath: estimateEndpoints.list.path,
  schedule: {
    read: (id, signal) => call(estimateEndpoints.scheduledSend, { params: { id }, ...(signal && { signal }) }),
    save: (id, body, request) => call(estimateEndpoints.scheduleSend, { params: { id }, body, ...request }),
    cancel: (id, request) => call(estimateEndpoints.cancelSend, { params: { id }, ...request }),
  },
}
