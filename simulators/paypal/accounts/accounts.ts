import type { Context } from '#simulators/paypal/core/context.ts'
import { deriveAccountNumber } from '#simulators/paypal/core/keys.ts'
import { type Account, emptyAccount, findById } from '#simulators/paypal/core/state.ts'

export const getAccount = (context: Context, clientId: string): Account => {
  const known = findById(context.state.accounts, clientId)
  if (known) return known
  const account = emptyAccount(clientId, deriveAccountNumber(clientId))
  context.state.accounts[clientId] = account
  context.changed()
  return account
}

export const findValidToken = (context: Context, token: string, kind: 'access' | 'client') => {
  const found = findById(context.state.tokens, token)
  if (!found || found.kind !== kind || found.expiresAt <= context.now() || context.state.revokedSecrets.includes(found.secret)) return null
  return found
}
