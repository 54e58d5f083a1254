import { ApiError } from '#web/lib/api/client.ts'

const saysSo = /trial (has ended|has expired|is over)|requiresSubscription/i

/** Whether a refused creation means that the free trial is over: the server marks it, or its words say so, whatever its status. */
export const isTrialExpiredError = (error: unknown): boolean =>
  error instanceof ApiError &&
  ((error.message.startsWith('403:') && Boolean(error.body?.requiresSubscription)) || saysSo.test(error.message))
