import { ApiError } from '#web/lib/api.ts'

/** Whether a refused creation means that the free trial is over. */
export const isTrialOver = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.message.startsWith('403:') &&
  (Boolean(error.body?.requiresSubscription) || /trial has ended|requiresSubscription/i.test(error.message))
