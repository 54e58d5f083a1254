import type { World } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'

export const newSecret = (world: World) => `whsec_${world.randomText(32, 'whsec')}`

/** The secrets that sign an endpoint's events at `now` (unix seconds), the newest first; none when there is no such endpoint. */
export const validSecrets = (account: Account, endpoint: string, now: number): string[] => {
  const current = account.webhookSecrets[endpoint]
  if (current === undefined) return []
  const old = account.oldSecrets[endpoint] ?? []
  return [current, ...old.filter(({ until }) => until > now).map(({ secret }) => secret)]
}

/** Gives an endpoint a new secret. The one before goes on signing beside it for `overlapSeconds`; with 0 it ends at once. */
export const rotateSecret = (world: World, account: Account, endpoint: string, overlapSeconds: number): string => {
  const before = account.webhookSecrets[endpoint]
  const kept = (account.oldSecrets[endpoint] ?? []).filter(({ until }) => until > world.now())
  account.oldSecrets[endpoint] = before === undefined ? kept : [{ secret: before, until: world.now() + overlapSeconds }, ...kept]
  const secret = newSecret(world)
  account.webhookSecrets[endpoint] = secret
  world.changed()
  return secret
}
