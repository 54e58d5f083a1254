import type { Services } from '#server/domain/services.ts'
import { notifyAccount } from '#server/platform/auth/emails/account-notification.job.ts'
import { reauthenticate } from '#server/platform/auth/reauthenticate.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { tokensApi } from '#shared/contract/tokens.ts'
import { createToken, listTokens, revokeToken } from './tokens.ts'

export const tokenRoutes = ({ identity: { accounts }, now }: Services) => [
  route(tokensApi.list, ({ user }) => user.tx((db) => listTokens(db, now()))),
  // Not idempotent, because the reply contains a secret, and replies of idempotent calls are stored.
  route(tokensApi.create, async ({ user, body: { password, code, ...input }, source }) => {
    const account = await reauthenticate(accounts, user, { password, code, source })
    return user.tx(async (db) => {
      const answer = await createToken(db, { ...input, now: now(), from: source })
      if (account !== null) await notifyAccount(db, account, { kind: 'token-made' })
      return answer
    })
  }),
  idempotentRoute(tokensApi.revoke, ({ user, params: { id }, source, idempotent }) =>
    user.tx((db) => idempotent(db, () => revokeToken(db, id, { now: now(), from: source }))),
  ),
]
