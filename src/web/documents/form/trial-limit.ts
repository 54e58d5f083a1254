import { ApiError } from '#web/lib/api/client.ts'

const trialEndedMessage = /trial (has ended|has expired|is over)|requiresSubscription/i

/** Whether a refused creation means that the trial has ended: by the server's flag or its message, whatever the status code. */
export const isTrialExpiredError = (error: unknown): boolean =>
  error instanceof ApiError &&
  ((error.message.startsWith('403:') && Boolean(error.body?.requiresSubscription)) || trialEndedMessage.test(error.message))
