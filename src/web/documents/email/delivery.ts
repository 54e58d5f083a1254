import type { EmailState } from '#shared/contract/document-emails.ts'
import { capitalize } from '#web/entity/entity.ts'
import { type Toast, toast } from '#web/lib/toast.ts'

const timeoutMs = 8000
const pollIntervalMs = 400

type Delivery = { state: EmailState; reason: string | null }

/** Never throws. @returns the last known state; a queued email is sent without further action */
export const waitForDelivery = async <Email extends Delivery>(
  queued: Email,
  fetchEmail: () => Promise<Email | undefined>,
): Promise<Email> => {
  const deadline = Date.now() + timeoutMs
  let email = queued
  while (email.state === 'queued' && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    // The email is queued whether or not this request succeeded.
    email = (await fetchEmail().catch(() => undefined)) ?? email
  }
  return email
}

/** @param what within a sentence, e.g. 'invoice INV-1' */
export const describeDelivery = (what: string, to: string, { state, reason }: Delivery): Toast => {
  const detail = reason ?? undefined
  if (state === 'accepted') return { title: 'Email Sent', description: `${capitalize(what)} has been sent to ${to}`, detail }
  if (state === 'queued')
    return {
      title: 'Email Queued',
      description: `The mail server hasn't accepted ${what} to ${to} yet. It will be retried automatically.`,
      detail,
      isWaiting: true,
    }
  if (state === 'bounced')
    return { title: 'Email Bounced', description: `${capitalize(what)} did not reach ${to}.`, detail, variant: 'destructive' }
  return { title: 'Email Failed', description: `The mail server refused ${what} to ${to}.`, detail, variant: 'destructive' }
}

/** The mail server refused it. */
class DeliveryError extends Error {
  readonly notice: Toast
  constructor(notice: Toast) {
    super(notice.description)
    this.name = 'DeliveryError'
    this.notice = notice
  }
}

/** For a form, which stays open if the mail server refuses it; a queued email needs no further action. @throws DeliveryError */
export const settleDelivery = async <Email extends Delivery>(
  what: string,
  to: string,
  queued: Email,
  fetchEmail: () => Promise<Email | undefined>,
): Promise<Email> => {
  const email = await waitForDelivery(queued, fetchEmail)
  if (email.state === 'failed' || email.state === 'bounced') throw new DeliveryError(describeDelivery(what, to, email))
  return email
}

/** Sending the same text again is a new email then. */
export const isUndelivered = (error: Error, forget: () => void): boolean => {
  if (!(error instanceof DeliveryError)) return false
  toast(error.notice)
  forget()
  return true
}
