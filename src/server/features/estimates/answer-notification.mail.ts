import type { Fact } from '#server/domain/documents/emails/document-mail.ts'
import { buildOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { canOfferConversion } from '#shared/estimate-rules.ts'
import { formatMoney } from '#shared/money.ts'
import type { Estimate } from './read.ts'

type Answered = {
  estimate: Pick<Estimate, 'id' | 'estimateNumber' | 'status' | 'total' | 'invoice'>
  answer: { by: string | null; reason: string | null }
  customerName: string
  ownerName: string
  /** Why an accepted estimate wasn't converted; null if it was, and for a decline. */
  refusal: { message: string; needsPlan: boolean } | null
  /** Makes a path an absolute URL. */
  link: (path: string) => string
}
type Rest = { further: string[]; facts?: Fact[]; button: string; url: string }

/** Builds the owner's notification that a customer has accepted or declined an estimate, with the next step. */
export const buildAnswerNotification = (answered: Answered): MailContent => {
  const { estimate, answer, customerName, ownerName } = answered
  const isYes = estimate.status === 'accepted'
  const verb = isYes ? 'accepted' : 'declined'
  const { facts = [], ...rest } = isYes ? afterYes(answered) : afterNo(answered)
  const by: Fact[] = answer.by === null ? [] : [[isYes ? 'Accepted by' : 'Declined by', answer.by]]
  return buildOwnerNotification({
    ownerName,
    subject: `Estimate ${estimate.estimateNumber} ${verb} by ${(isYes && answer.by) || customerName}`,
    preview: `${formatMoney(estimate.total)}, ${customerName}`,
    introduction: isYes ? 'Good news: a customer has accepted an estimate.' : 'A customer has declined an estimate.',
    facts: [['Total', formatMoney(estimate.total)], ['Customer', customerName], ...by, ['Estimate', estimate.estimateNumber], ...facts],
    ...rest,
  })
}

const afterYes = ({ estimate, refusal, link }: Answered): Rest => {
  const { invoice } = estimate
  if (invoice && !invoice.isDeleted)
    return {
      further: [`The estimate became invoice ${invoice.invoiceNumber}. Look it over, and send it when you are ready.`],
      facts: [['Invoice', invoice.invoiceNumber]],
      button: 'Open invoice',
      url: link(`/invoices/${invoice.id}`),
    }
  const convert = "open the estimate and choose 'Convert to Invoice'"
  if (refusal?.needsPlan)
    return {
      further: [`No invoice was made of it, because your free trial has expired. Choose a plan, then ${convert}.`],
      button: 'Choose a plan',
      url: link('/subscribe'),
    }
  const then = canOfferConversion(estimate) ? [`Then ${convert}.`] : []
  return {
    further: refusal ? [`No invoice was made of it. ${[sentence(refusal.message), ...then].join(' ')}`] : [],
    button: 'Open estimate',
    url: link(`/estimates/${estimate.id}`),
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

const afterNo = ({ estimate, answer, link }: Answered): Rest => ({
  further: answer.reason === null ? [] : [`The reason given:\n${answer.reason}`],
  button: 'Open estimate',
  url: link(`/estimates/${estimate.id}`),
})
