import type { MailedKind } from '#web/documents/list/document-kind.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { AlreadySavedError, type IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { WaitCanceledError } from '#web/lib/mutations/retry.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { toast } from '#web/lib/toast.ts'
import { describeDelivery, waitForDelivery } from './delivery.ts'
import { leadOn, type Refusal, toRefusal } from './refusals.ts'

/** The server writes what is missing. */
export type EmailText = { subject?: string; message?: string; to?: string; cc?: string[]; copyToMe?: boolean }

/** 'failed': the mail server refused it; 'refused': our server did, or it was not called. */
export type SendOutcome =
  | { state: 'accepted' | 'queued'; to: string; reason: string | null }
  | { state: 'failed'; to: string; reason: string }
  | ({ state: 'refused' } & Refusal)

/** The server's message is shown for 409 (the screen is outdated) and 429 (rate limited). */
export const describeError = (noun: string, error: Error): Refusal => {
  if (error instanceof WaitCanceledError)
    return { title: 'Not Confirmed', reason: "We don't know whether it was sent. Check its emails before you send it again." }
  if (error instanceof AlreadySavedError)
    return {
      title: 'Already Sent',
      reason: 'It was sent before you edited the message. If you send it again, the customer gets a second email.',
    }
  const fallback = `Failed to send ${noun} email. Please try again.`
  if (!(error instanceof ApiError) || ![409, 429].includes(error.status)) return { title: 'Email Failed', reason: fallback, error }
  return { ...toRefusal(getServerMessage(error, fallback)), error }
}

/** A draft becomes sent. Never throws. @param save retries after a lost response, so that the customer gets one email */
export const sendAndWait = async <Mailed extends { id: number; customerId?: number }>(
  { noun, email: { endpoints, may, toBody } }: MailedKind<Mailed>,
  doc: Mailed,
  text: EmailText = {},
  save: <Answer>(send: (request: IdempotentRequest) => Promise<Answer>) => Promise<Answer> = runMutation,
): Promise<SendOutcome> => {
  const allowed = may(doc)
  if (allowed !== true) return { state: 'refused', ...toRefusal(allowed, doc.customerId) }
  const { id } = doc
  try {
    const { emailedTo, email } = await save((request) =>
      call(endpoints.sendEmail, { params: { id }, body: { ...toBody(doc), ...text } as never, ...request }),
    )
    const { state, reason } = await waitForDelivery(email, () => call(endpoints.email, { params: { id, emailId: String(email.id) } }))
    if (state === 'failed' || state === 'bounced')
      return { state: 'failed', to: emailedTo, reason: reason ?? 'The mail server refused it.' }
    return { state, to: emailedTo, reason }
  } catch (error) {
    return { state: 'refused', ...describeError(noun, error as Error) }
  }
}

export const notifyOutcome = <Mailed extends { id: number }>(
  { noun, getNumber }: MailedKind<Mailed>,
  doc: Mailed,
  outcome: SendOutcome,
): void => (outcome.state === 'refused' ? toastRefusal(outcome) : toast(describeDelivery(`${noun} ${getNumber(doc)}`, outcome.to, outcome)))

export const toastRefusal = (refusal: Refusal): void => {
  const { title, reason, error } = refusal
  const detail = error && toFailure(error).message
  const said = { title, description: reason, detail: detail === reason ? undefined : detail }
  toast({ ...said, variant: 'destructive', isAtTop: true, ...leadOn(refusal) })
}

/** Never throws. */
export const cancelSchedule = async ({ noun, email: { later } }: MailedKind<never>, id: number): Promise<void> => {
  try {
    await runMutation((request) => call(later!.cancelSend, { params: { id }, ...request }))
    toast({ title: 'Schedule Canceled', description: `The ${noun} is not sent.` })
  } catch (error) {
    toast({ title: 'Error', description: getServerMessage(error, 'It could not be canceled.'), variant: 'destructive' })
  }
}
