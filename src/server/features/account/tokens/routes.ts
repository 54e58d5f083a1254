import type { Auth } from '#server/platform/auth/auth.ts'
import { notifyAccount } from '#server/platform/auth/emails/account-notification.job.ts'
import { reauthenticate } from '#server/platform/auth/reauthenticate.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { tokensApi } from '#shared/contract/tokens.ts'
import { createToken, listTokens, revokeToken } from './tokens.ts'

type Deps = { identity: Pick<Auth, 'accounts'>; now: () => Date }

/** The keys by which programs use the API for whoever is signed in. */
export const tokenRoutes = ({ identity: { accounts }, now }: Deps) => [
  route(tokensApi.list, ({ user }) => user.tx((db) => listTokens(db, now()))),
  // Its answer is a secret: it isn't kept for a repetition.
  route(tokensApi.create, async ({ user, body: { password, code, ...wish }, source }) => {
    const account = await reauthenticate(accounts, user, { password, code, source })
    return user.tx(async (db) => {
      const answer = await createToken(db, { ...wish, now: now(), from: source })
      if (account !== null) await notifyAccount(db, account, { kind: 'token-made' })
      return answer
    })
  }),
  idempotentRoute(tokensApi.revoke, ({ user, params: { id }, source, idempotent }) =>
    user.tx((db) => idempotent(db, () => revokeToken(db, id, { now: now(), from: source }))),
  ),
]
