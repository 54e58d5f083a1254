import type { z } from 'zod'
import type { Account, Accounts } from '#server/domain/payments/accounts/accounts.ts'
import { fixDifferences, runComparison } from '#server/domain/payments/comparison/run.ts'
import { readLastComparison } from '#server/domain/payments/comparison/store.ts'
import { queueChecksOfUncheckedKeys } from '#server/domain/payments/keys/recheck.job.ts'
import type { FetchPaymentDeps } from '#server/domain/payments/reconcile/fetch-payment.ts'
import type { ReconcileDeps } from '#server/domain/payments/reconcile/reconcile.ts'
import { getRefundableAmount, type RefundFacts, readAccountIds, refundFactsSql } from '#server/domain/payments/refunds/refundable.ts'
import { isWebhookRegistered } from '#server/domain/payments/webhooks/register.job.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { route } from '#server/platform/http/route.ts'
import { type ProviderState, paymentsApi, type paymentsState, type unappliedPayment } from '#shared/contract/payments.ts'
import { parseCents } from '#shared/money.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'

type Unapplied = z.output<typeof unappliedPayment>
type Row = RefundFacts & { provider: ProviderName; paymentId: number; invoiceId: number; invoiceNumber: string; receivedAt: Date }

/** The most payments that are told at a time: those that are given back make room for others. */
const mostShown = 200

/** Money that came through a provider and stayed, for invoices that were deleted: the newest first. It can be given back, or the invoice be asked back. */
const listUnappliedPayments = async (deps: Pick<FetchPaymentDeps, 'accounts'>, db: UserDb): Promise<Unapplied[]> => {
  const rows = await db.rows<Row>(
    `select p.id as "paymentId", p.invoice_id as "invoiceId", i.invoice_number as "invoiceNumber", p.created_at as "receivedAt", ${refundFactsSql}
     from payments p join invoices i on i.user_id = p.user_id and i.id = p.invoice_id
     where p.user_id = $1 and i.deleted_at is not null and p.provider <> 'manual' and p.status = 'succeeded' and p.amount > p.refunded
     order by p.id desc limit $2`,
    [db.userId, mostShown],
    'payments.unapplied',
  )
  if (rows.length === 0) return []
  const present = await readAccountIds(deps, db)
  return rows.map((row) => ({
    paymentId: row.paymentId,
    invoiceId: row.invoiceId,
    invoiceNumber: row.invoiceNumber,
    amount: parseCents(row.amount),
    refundable: getRefundableAmount(row, present),
    provider: row.provider,
    receivedAt: row.receivedAt,
  }))
}

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
