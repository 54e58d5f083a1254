import type { World } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { accountOfKey } from '#simulators/stripe/core/keys.ts'
import { type Account, emptyAccount } from '#simulators/stripe/core/state.ts'

const shown = (key: string) => `${key.slice(0, 8)}${'*'.repeat(Math.max(4, key.length - 12))}${key.slice(-4)}`

/** The account of the request's secret key, made at its first use; simulated live keys open one only if `liveAccounts`. Throws Stripe's 401. */
export const authenticate = (world: World, authorization: string | undefined, liveAccounts: boolean): Account => {
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (!key)
    throw new ApiError(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  const owner = accountOfKey(key)
  if (!owner || (owner.live && !liveAccounts)) throw new ApiError(401, `Invalid API Key provided: ${shown(key)}`)
  if (world.state.revokedKeys.includes(key)) throw new ApiError(401, `Expired API Key provided: ${shown(key)}`, { code: 'api_key_expired' })
  const known = world.state.accounts[owner.table]
  if (known) return known
  const { id, live, publishableKey } = owner
  const account = emptyAccount({ id, livemode: live, publishableKey, created: world.now() })
  world.state.accounts[owner.table] = account
  world.changed()
  return account
}
