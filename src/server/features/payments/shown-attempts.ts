import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import type { paymentAttempt } from '#shared/api/invoice-payments.ts'
import { parseCents } from '#shared/money.ts'
import type { ReceivedMoney } from './found.ts'

type Shown = z.output<typeof paymentAttempt>
type Row = Omit<Shown, 'amount' | 'found'> & { amount: string; found: ReceivedMoney[] | null }

/** The newest attempts that are told. */
const mostShown = 100

/** An invoice's newest payments under way or under review, as its owner sees them; newest first. */
export const listAttempts = async (db: UserDb, invoiceId: number): Promise<Shown[]> =>
  (
    await db.rows<Row>(
      `select id, provider, status, amount, case when status = 'review' then problem end as problem, found, created_at as "startedAt"
       from payment_attempts where user_id = $1 and invoice_id = $2 and status in ('open', 'pending', 'review') order by created_at desc limit $3`,
      [db.userId, invoiceId, mostShown],
      'history.attempts',
    )
  ).map(({ found, ...row }) => ({
    ...row,
    amount: parseCents(row.amount),
    found: (found ?? []).map(({ ref, amount, currency }) => ({ ref, amount, currency: currency.toUpperCase() })),
  }))
