import { type Subscriber, trialInvoices } from '#shared/plans.ts'
import { ApiError } from '#web/lib/api/client.ts'

const trialEndedMessage = /trial (has ended|has expired|is over)|requiresSubscription/i

export const isTrialExpiredError = (error: unknown): boolean =>
  error instanceof ApiError &&
  ((error.message.startsWith('403:') && Boolean(error.body?.requiresSubscription)) || trialEndedMessage.test(error.message))

const toldFrom = 7

/** '8 of 10 free invoices used.', before the trial ends in the middle of the work. */
export const describeTrialUse = ({ subscriptionStatus, trialInvoicesUsed }: Subscriber): string | undefined =>
  subscriptionStatus === 'trial' && trialInvoicesUsed >= toldFrom
    ? `${Math.min(trialInvoicesUsed, trialInvoices)} of ${trialInvoices} free invoices used.`
    : undefined
