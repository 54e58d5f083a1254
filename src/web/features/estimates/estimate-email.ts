import type { EstimateWire } from '#shared/api/estimates.ts'
import { mayEmailEstimate } from '#shared/estimate-rules.ts'
import { call } from '#web/lib/api.ts'
import { type EmailConfig, noAddress, type Refusal } from '#web/paper/send-email.ts'
import { readEmail, sendEmail } from './calls.ts'

/** What is said when an estimate can't go out by e-mail, for its reason. */
const emailRefusal = (reason: string): Refusal => (reason === noAddress.reason ? noAddress : { title: 'Email Failed', reason })

/** How estimates go out by e-mail. */
export const estimateEmail: EmailConfig<EstimateWire> = {
  noun: 'estimate',
  getNumber: ({ estimateNumber }) => estimateNumber,
  getRefusal: (estimate) => {
    const may = mayEmailEstimate(estimate)
    return may === true ? undefined : emailRefusal(may)
  },
  titleOf: (reason) => emailRefusal(reason).title,
  send: ({ id, estimateNumber, customer }, words, request) =>
    call(sendEmail, {
      params: { id },
      body: { customerEmail: customer.email, customerName: customer.name, estimateNumber, ...words },
      ...request,
    }),
  fetchEmail: ({ id }, emailId) => call(readEmail, { params: { id, emailId: String(emailId) } }),
}
