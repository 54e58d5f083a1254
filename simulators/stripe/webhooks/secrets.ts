import type { Context } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'

export const createSecret = (context: Context) => `whsec_${context.randomText(32, 'whsec')}`

/** At `now` (unix seconds), newest first. None when the endpoint does not exist. */
export const listValidSecrets = (account: Account, endpoint: string, now: number): string[] => {
  const current = account.webhookSecrets[endpoint]
  if (current === undefined) return []
  const old = account.oldSecrets[endpoint] ?? []
  return [current, ...old.filter(({ until }) => until > now).map(({ secret }) => secret)]
}

/** The previous secret also signs for `overlapSeconds` more; with 0 it ends at once. */
export const rotateSecret = (context: Context, account: Account, endpoint: string, overlapSeconds: number): string => {
  const previous = account.webhookSecrets[endpoint]
  const old = (account.oldSecrets[endpoint] ?? []).filter(({ until }) => until > context.now())
  account.oldSecrets[endpoint] = previous === undefined ? old : [{ secret: previous, until: context.now() + overlapSeconds }, ...old]
  const secret = createSecret(context)
  account.webhookSecrets[endpoint] = secret
  context.changed()
  return secret
}
