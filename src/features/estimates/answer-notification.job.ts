import { z } from 'zod'
import { getUserToday } from '#server/domain/business/user-today.ts'
import type { Fact } from '#server/domain/documents/emails/document-mail.ts'
import { buildOwnerNotification, sendOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import { ignoreNotFound } from '#server/domain/documents/emails/send.ts'
import { getParties } from '#server/domain/documents/parties.ts'
import { readOwner } from '#server/domain/notifications/notification.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import type { MailContent } from '#server/platform/mail/mail.ts'
import { canOfferConversion } from '#shared/estimate-rules.ts'
import { formatMoney } from '#shared/money.ts'
import { getDepositRequest } from './deposit.ts'
import { type Estimate, getEstimate } from './read.ts'

type AnswerDetails = {
  estimate: Pick<Estimate, 'id' | 'estimateNumber' | 'status' | 'currency' | 'total' | 'invoice' | 'depositPercent' | 'depositAmount'>
  answer: { by: string | null; reason: string | null }
  customerName: string
  ownerName: string
  /** Null if it was converted, and for a decline. */
  refusal: { message: string; needsPlan: boolean } | null
  link: (path: string) => string
}
type NextStep = { further: string[]; facts?: Fact[]; button: string; url: string }

export const buildAnswerNotification = (details: AnswerDetails): MailContent => {
  const { estimate, answer, customerName, ownerName } = details
  const isAccepted = estimate.status === 'accepted'
  const verb = isAccepted ? 'accepted' : 'declined'
  const { facts = [], ...rest } = isAccepted ? describeAcceptance(details) : describeDecline(details)
  const by: Fact[] = answer.by === null ? [] : [[isAccepted ? 'Accepted by' : 'Declined by', answer.by]]
  return buildOwnerNotification({
    ownerName,
    subject: `Estimate ${estimate.estimateNumber} ${verb} by ${(isAccepted && answer.by) || customerName}`,
    preview: `${formatMoney(estimate.total, estimate.currency)}, ${customerName}`,
    introduction: isAccepted ? 'A customer accepted your estimate.' : 'A customer declined your estimate.',
    facts: [
      ['Total', formatMoney(estimate.total, estimate.currency)],
      ['Customer', customerName],
      ...by,
      ['Estimate', estimate.estimateNumber],
      ...facts,
    ],
    ...rest,
  })
}

const describeAcceptance = ({ estimate, refusal, link }: AnswerDetails): NextStep => {
  const { invoice } = estimate
  if (invoice && !invoice.isDeleted)
    return {
      further: [
        `Draft invoice ${invoice.invoiceNumber} was created from this estimate. Review it and send it when you are ready.`,
        ...(getDepositRequest(estimate) ? ['The deposit is invoiced already. Deduct it from the draft with one click.'] : []),
      ],
      facts: [['Invoice', invoice.invoiceNumber]],
      button: 'Open invoice',
      url: link(`/invoices/${invoice.id}`),
    }
  const convert = "open the estimate and choose 'Convert to Invoice'"
  if (refusal?.needsPlan)
    return {
      further: [`No invoice was created, because your free trial has expired. Choose a plan, then ${convert}.`],
      button: 'Choose a plan',
      url: link('/subscribe'),
    }
  const then = canOfferConversion(estimate) ? [`Then ${convert}.`] : []
  return {
    further: refusal ? [`No invoice was created. ${[toSentence(refusal.message), ...then].join(' ')}`] : [],
    button: 'Open estimate',
    url: link(`/estimates/${estimate.id}`),
  }
}

const toSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

const describeDecline = ({ estimate, answer, link }: AnswerDetails): NextStep => ({
  further: answer.reason === null ? [] : [`Reason:\n${answer.reason}`],
  button: 'Open estimate',
  url: link(`/estimates/${estimate.id}`),
})

export const answerNotificationJob = job('estimates.answered', {
  estimateId: z.int(),
  answeredAt: z.iso.datetime(),
  refusal: z.object({ message: z.string(), needsPlan: z.boolean() }).nullable(),
})

const loadAnswer = async (db: UserDb, estimateId: number, now: Date) => {
  const estimate = await getEstimate(db, estimateId, await getUserToday(db, now)).catch(ignoreNotFound)
  const owner = await readOwner(db)
  if (!estimate?.answer || !owner) return null
  const { customer } = await getParties(db, estimateId)
  return { estimate, answer: estimate.answer, customerName: customer.name, owner }
}

export const answerNotificationRunner = (services: Services) =>
  runner(answerNotificationJob, async ({ userId, estimateId, answeredAt, refusal }) => {
    const found = await services.database.asUser(userId, (db) => loadAnswer(db, estimateId, services.now()))
    // Skipped if the owner has deleted the estimate or changed its status; a later answer has its own notification.
    if (!found || found.answer.at.toISOString() !== answeredAt) return
    const { estimate, answer, customerName, owner } = found
    const link = (path: string) => new URL(path, services.publicUrl()).href
    await sendOwnerNotification(services, {
      ...buildAnswerNotification({ estimate, answer, customerName, ownerName: owner.name, refusal, link }),
      to: owner,
      messageId: `<estimate-answered-${userId}-${estimateId}-${Date.parse(answeredAt)}@${services.publicUrl().hostname}>`,
    })
  })
