import { change, route } from '#server/platform/http/route.ts'
import type { Identity } from '#server/platform/identity/identity.ts'
import { tellAccount } from '#server/platform/identity/mails/note.job.ts'
import { proveOwner } from '#server/platform/identity/proof.ts'
import { tokensApi } from '#shared/api/tokens.ts'
import { listTokens, makeToken, revokeToken } from './tokens.ts'

type Deps = { identity: Pick<Identity, 'own'>; now: () => Date }

/** The keys by which programs use the API for whoever is signed in. */
export const tokenRoutes = ({ identity: { own }, now }: Deps) => [
  route(tokensApi.list, ({ user }) => user.tx((db) => listTokens(db, now()))),
  // Its answer is a secret: it isn't kept for a repetition.
  route(tokensApi.create, async ({ user, body: { password, code, ...wish }, from }) => {
    const account = await proveOwner(own, user, { password, code, from })
    return user.tx(async (db) => {
      const answer = await makeToken(db, { ...wish, now: now(), from })
      if (account !== null) await tellAccount(db, account, { kind: 'token-made' })
      return answer
    })
  }),
  change(tokensApi.revoke, ({ user, params: { id }, from, once }) =>
    user.tx((db) => once(db, () => revokeToken(db, id, { now: now(), from }))),
  ),
]
