import type { EmailState } from '#shared/contract/document-emails.ts'
import { capitalize } from '#web/entity/entity.ts'
import { toast } from '#web/lib/toast.ts'

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
export const notifyDelivery = (what: string, to: string, { state, reason }: Delivery): void => {
  const detail = reason ?? undefined
  if (state === 'accepted') toast({ title: 'Email Sent', description: `${capitalize(what)} has been sent to ${to}`, detail })
  else if (state === 'queued')
    toast({
      title: 'Email Queued',
      description: `The mail server hasn't accepted ${what} to ${to} yet. It will be retried automatically.`,
      detail,
      isWaiting: true,
    })
  else if (state === 'bounced')
    toast({ title: 'Email Bounced', description: `${capitalize(what)} did not reach ${to}.`, detail, variant: 'destructive' })
  else toast({ title: 'Email Failed', description: `The mail server refused ${what} to ${to}.`, detail, variant: 'destructive' })
}
