import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { type ProviderState, paymentsApi, type paymentsState } from '#shared/api/payments.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'
import type { Account, Accounts } from '../accounts.ts'
import { queueChecksOfUncheckedKeys } from '../keys/recheck.job.ts'
import type { ReconcileDeps } from '../reconcile.ts'
import { listUnappliedPayments } from '../unapplied.ts'
import { isWebhookRegistered } from '../webhooks/register.job.ts'
import { fixDifferences, runComparison } from './compare.ts'
import { readLastComparison } from './kept.ts'

type Deps = Omit<ReconcileDeps, 'accounts'> & { accounts: Accounts; publicUrl: () => URL }
type Standing = Pick<ProviderState, 'mode' | 'status' | 'problem'>

const standingOf = async (db: UserDb, { provider, sandbox }: Account): Promise<Standing> => {
  if (sandbox) return { mode: 'sandbox', status: 'connected', problem: null }
  const [row] = await db.rows<Standing>('select mode, status, problem from payment_credentials where user_id = $1 and provider = $2', [
    db.userId,
    provider,
  ])
  return row ?? { mode: null, status: 'unchecked', problem: null }
}

const stateOf = async ({ accounts, publicUrl }: Deps, db: UserDb, name: ProviderName): Promise<ProviderState | null> => {
  const account = await accounts.account(db, name)
  if (!account) return null
  const last = await readLastComparison(db, name, account.accountId)
  return {
    provider: name,
    ...(await standingOf(db, account)),
    events: (await isWebhookRegistered(db, account, publicUrl())) ? 'told' : 'asking',
    check: last && {
      checkedAt: last.checkedAt,
      compared: last.compared,
      differences: last.differences.map(({ told: _told, ...difference }) => difference),
      problem: last.problem,
    },
  }
}

const wholeState =
  (deps: Deps) =>
  async (db: UserDb): Promise<z.output<typeof paymentsState>> => {
    const providers: ProviderState[] = []
    for (const name of providerNames) {
      const state = await stateOf(deps, db, name)
      if (state) providers.push(state)
    }
    return { providers, unapplied: await listUnappliedPayments(deps, db) }
  }

const named = (provider: string): ProviderName => {
  const name = providerNames.find((each) => each === provider)
  if (!name) throw notFound('Payment provider')
  return name
}

/** What the owner sees of his accounts with the payment providers, and whether all of it stands here as they say. */
export const comparisonRoutes = (deps: Deps) => {
  const state = wholeState(deps)
  return [
    route(paymentsApi.state, ({ user }) =>
      user.tx(async (db) => {
        await queueChecksOfUncheckedKeys(db, deps.now())
        return state(db)
      }),
    ),
    route(paymentsApi.check, async ({ user, params: { provider } }) => {
      await runComparison(deps, user.id, named(provider))
      return user.tx(state)
    }),
    route(paymentsApi.fix, async ({ user, params: { provider } }) => {
      await fixDifferences(deps, user.id, named(provider))
      return user.tx(state)
    }),
  ]
}
