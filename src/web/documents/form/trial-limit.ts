import { ApiError } from '#web/lib/api/client.ts'

const trialEndedMessage = /trial (has ended|has expired|is over)|requiresSubscription/i

export const isTrialExpiredError = (error: unknown): boolean =>
  error instanceof ApiError &&
  ((error.message.startsWith('403:') && Boolean(error.body?.requiresSubscription)) || trialEndedMessage.test(error.message))
