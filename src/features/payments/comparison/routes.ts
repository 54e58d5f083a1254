import type { z } from 'zod'
import type { Account } from '#server/domain/payments/accounts/accounts.ts'
import { fixDifferences, runComparison } from '#server/domain/payments/comparison/run.ts'
import { readLastComparison } from '#server/domain/payments/comparison/store.ts'
import { queueChecksOfUncheckedKeys } from '#server/domain/payments/keys/recheck.job.ts'
import { getRefundableAmount, type RefundFacts, readAccountIds, refundFactsSql } from '#server/domain/payments/refunds/refundable.ts'
import { isWebhookRegistered } from '#server/domain/payments/webhooks/register.job.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { route } from '#server/platform/http/route.ts'
import { type ProviderState, paymentsApi, type paymentsState, type unappliedPayment } from '#shared/contract/payments.ts'
import { parseAmount } from '#shared/money.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'

type UnappliedPayment = z.output<typeof unappliedPayment>
type Row = RefundFacts & Omit<UnappliedPayment, 'amount' | 'refundable'>

const maxUnapplied = 200

/** The owner can refund them or restore the invoice. */
const listUnappliedPayments = async ({ accounts }: Services, db: UserDb): Promise<UnappliedPayment[]> => {
  const rows = await db.rows<Row>(
    `select p.id as "paymentId", p.document_id as "invoiceId", i.number as "invoiceNumber", p.created_at as "receivedAt", ${refundFactsSql}
     from payments p join documents i on i.user_id = $1 and i.id = p.document_id
     where p.user_id = $1 and i.deleted_at is not null and p.provider <> 'manual' and p.status = 'succeeded' and p.amount > p.refunded
     order by p.id desc limit $2`,
    [db.userId, maxUnapplied],
    'payments.unapplied',
  )
  if (rows.length === 0) return []
  const current = await readAccountIds(accounts, db)
  return rows.map((row) => ({
    paymentId: row.paymentId,
    invoiceId: row.invoiceId,
    invoiceNumber: row.invoiceNumber,
    amount: parseAmount(row.amount),
    refundable: getRefundableAmount(row, current),
    provider: row.provider,
    receivedAt: row.receivedAt,
  }))
}

type KeyState = Pick<ProviderState, 'mode' | 'status' | 'problem'>

const readKeyState = async (db: UserDb, { provider, sandbox }: Account): Promise<KeyState> => {
  if (sandbox) return { mode: 'sandbox', status: 'connected', problem: null }
  const [row] = await db.rows<KeyState>('select mode, status, problem from payment_credentials where user_id = $1 and provider = $2', [
    db.userId,
    provider,
  ])
  return row ?? { mode: null, status: 'unchecked', problem: null }
}

const readProviderState = async ({ accounts, publicUrl }: Services, db: UserDb, name: ProviderName): Promise<ProviderState | null> => {
  const account = await accounts.account(db, name)
  if (!account) return null
  const last = await readLastComparison(db, name, account.accountId)
  return {
    provider: name,
    ...(await readKeyState(db, account)),
    events: (await isWebhookRegistered(db, account, publicUrl())) ? 'told' : 'asking',
    check: last && {
      checkedAt: last.checkedAt,
      compared: last.compared,
      differences: last.differences.map(({ told: _told, ...difference }) => difference),
      problem: last.problem,
    },
  }
}

const readState = async (services: Services, db: UserDb): Promise<z.output<typeof paymentsState>> => {
  const providers: ProviderState[] = []
  for (const name of providerNames) {
    const state = await readProviderState(services, db, name)
    if (state) providers.push(state)
  }
  return { providers, unapplied: await listUnappliedPayments(services, db) }
}

const parseProvider = (provider: string): ProviderName => {
  const name = providerNames.find((each) => each === provider)
  if (!name) throw notFound('Payment provider')
  return name
}

export const comparisonRoutes = (services: Services) => [
  route(paymentsApi.state, ({ user }) =>
    user.tx(async (db) => {
      await queueChecksOfUncheckedKeys(db, services.now())
      return readState(services, db)
    }),
  ),
  route(paymentsApi.check, async ({ user, params: { provider } }) => {
    await runComparison(services, user.id, parseProvider(provider))
    return user.tx((db) => readState(services, db))
  }),
  route(paymentsApi.fix, async ({ user, params: { provider } }) => {
    await fixDifferences(services, user.id, parseProvider(provider))
    return user.tx((db) => readState(services, db))
  }),
]
