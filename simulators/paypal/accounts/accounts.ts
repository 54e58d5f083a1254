import type { World } from '#simulators/paypal/core/context.ts'
import { accountNumber } from '#simulators/paypal/core/keys.ts'
import { type Account, emptyAccount, own } from '#simulators/paypal/core/state.ts'

/** The app of that client id, made at its first use. */
export const accountOf = (world: World, clientId: string): Account => {
  const known = own(world.state.accounts, clientId)
  if (known) return known
  const account = emptyAccount(clientId, accountNumber(clientId))
  world.state.accounts[clientId] = account
  world.changed()
  return account
}

/** The token as long as it is good: not expired, and its secret not revoked. */
export const goodToken = (world: World, token: string, kind: 'access' | 'client') => {
  const found = own(world.state.tokens, token)
  if (!found || found.kind !== kind || found.expiresAt <= world.now() || world.state.revokedSecrets.includes(found.secret)) return null
  return found
}
