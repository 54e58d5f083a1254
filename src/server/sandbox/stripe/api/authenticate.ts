import { ApiError } from '../core/errors.ts'
import { accountOfKey } from '../core/keys.ts'
import { type Account, emptyAccount } from '../core/state.ts'
import type { World } from '../core/world.ts'

const shown = (key: string) => `${key.slice(0, 8)}${'*'.repeat(Math.max(4, key.length - 12))}${key.slice(-4)}`

/** The account of the request's secret key, made at its first use. Throws Stripe's 401. */
export const authenticate = (world: World, authorization: string | undefined): Account => {
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (!key)
    throw new ApiError(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  const identity = accountOfKey(key)
  if (!identity) throw new ApiError(401, `Invalid API Key provided: ${shown(key)}`)
  if (world.state.revokedKeys.includes(key)) throw new ApiError(401, `Expired API Key provided: ${shown(key)}`, { code: 'api_key_expired' })
  const known = world.state.accounts[identity.id]
  if (known) return known
  const account = emptyAccount(identity.id, identity.publishableKey, world.now())
  world.state.accounts[identity.id] = account
  world.changed()
  return account
}
