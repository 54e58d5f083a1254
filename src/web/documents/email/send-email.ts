import type { z } from 'zod'
import type { documentEmail, sendEmailReply } from '#shared/contract/document-emails.ts'
import type { ScheduledSendWire, scheduledSendInput } from '#shared/contract/scheduled-sends.ts'
import { ApiError, getServerMessage } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { AlreadySavedError, type IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { WaitCanceledError } from '#web/lib/mutations/retry.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { toast } from '#web/lib/toast.ts'
import { notifyDelivery, waitForDelivery } from './delivery.ts'

/** The server writes what is missing. */
export type EmailText = { subject?: string; message?: string; to?: string; cc?: string[]; copyToMe?: boolean }
export type Refusal = { title: string; reason: string; error?: Error }

export type EmailConfig<Mailed extends { id: number }> = {
  noun: string
  getNumber: (doc: Mailed) => string
  /** What is not known about the document is left to the server. */
  getRefusal: (doc: Mailed) => Refusal | undefined
  getErrorTitle: (reason: string) => string | undefined
  send: (doc: Mailed, text: EmailText, request: IdempotentRequest) => Promise<z.input<typeof sendEmailReply>>
  fetchEmail: (doc: Mailed, emailId: number) => Promise<z.input<typeof documentEmail>>
  listPath: string
  /** Null for documents that are only sent at once. */
  schedule: {
    read: (id: number, signal?: AbortSignal) => Promise<ScheduledSendWire | null>
    save: (id: number, body: z.input<typeof scheduledSendInput>, request: IdempotentRequest) => Promise<ScheduledSendWire>
    cancel: (id: number, request: IdempotentRequest) => Promise<unknown>
  } | null
}

/** 'failed': the mail server refused it; 'refused': our server did, or it was not called. */
export type SendOutcome =
  | { state: 'accepted' | 'queued'; to: string; reason: string | null }
  | { state: 'failed'; to: string; reason: string }
  | ({ state: 'refused' } & Refusal)

export const noAddress: Refusal = { title: 'No Email Address', reason: "Customer doesn't have an email address on file." }

/** The server's message is shown for 409 (the screen is outdated) and 429 (rate limited). */
const toRefusal = ({ noun, getErrorTitle }: Pick<EmailConfig<never>, 'noun' | 'getErrorTitle'>, error: Error): Refusal => {
  if (error instanceof WaitCanceledError)
    return { title: 'Not Confirmed', reason: "We don't know whether it was sent. Check its emails before you send it again." }
  if (error instanceof AlreadySavedError)
    return {
      title: 'Already Sent',
      reason: 'It was sent before you edited the message. If you send it again, the customer gets a second email.',
    }
  const fallback = `Failed to send ${noun} email. Please try again.`
  if (!(error instanceof ApiError) || ![409, 429].includes(error.status)) return { title: 'Email Failed', reason: fallback, error }
  const reason = getServerMessage(error, fallback)
  return { title: getErrorTitle(reason) ?? 'Email Failed', reason, error }
}

/** A draft becomes sent. Never throws. @param save retries after a lost response, so that the customer gets one email */
export const sendAndWait = async <Mailed extends { id: number }>(
  config: EmailConfig<Mailed>,
  doc: Mailed,
  text: EmailText = {},
  save: <Answer>(send: (request: IdempotentRequest) => Promise<Answer>) => Promise<Answer> = runMutation,
): Promise<SendOutcome> => {
  const refusal = config.getRefusal(doc)
  if (refusal) return { state: 'refused', ...refusal }
  try {
    const { emailedTo, email } = await save((request) => config.send(doc, text, request))
    const { state, reason } = await waitForDelivery(email, () => config.fetchEmail(doc, email.id))
    if (state === 'failed' || state === 'bounced')
      return { state: 'failed', to: emailedTo, reason: reason ?? 'The mail server refused it.' }
    return { state, to: emailedTo, reason }
  } catch (error) {
    return { state: 'refused', ...toRefusal(config, error as Error) }
  }
}

export const notifyOutcome = <Mailed extends { id: number }>(
  { noun, getNumber }: EmailConfig<Mailed>,
  doc: Mailed,
  outcome: SendOutcome,
): void => {
  if (outcome.state === 'refused') {
    const detail = outcome.error && toFailure(outcome.error).message
    toast({
      title: outcome.title,
      description: outcome.reason,
      detail: detail === outcome.reason ? undefined : detail,
      variant: 'destructive',
      isAtTop: true,
    })
  } else notifyDelivery(`${noun} ${getNumber(doc)}`, outcome.to, outcome)
}
