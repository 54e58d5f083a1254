import type { Database, UserDb } from '#server/platform/db/client.ts'
import { cents } from '#shared/money.ts'
import type { Accounts } from './accounts.ts'
import { clock, noteVerdict, takeAnswer } from './attempt-answers.ts'
import { attemptById, attemptsUnderway, type KeptAttempt } from './attempts.ts'
import { lockBalanceOfAny, noteNewSums } from './balance.ts'
import { judge, type Verdict } from './judge.ts'
import type { Attempt, ProviderTruth } from './provider.ts'
import { isRecorded, recordCharge } from './record.ts'
import { cameBack, type Fate, followRefunds, readRefunds } from './refund-fate.ts'
import { settle } from './settle.ts'
import { tellOfVerdict } from './verdict-told.ts'

export type AskDeps = {
  database: Database
  accounts: Pick<Accounts, 'provider' | 'account' | 'offered'>
  now: () => Date
  log: (line: string) => void
}

/** `isStillOpen`: the provider has refused the capture that is under way, so what he calls approved is open again at once. */
export type Asking = { isStillOpen?: boolean }

/** Where an attempt stands, and those of the same invoice that are still open now that money came for this one. */
export type Answered = { status: Attempt['status']; others: string[] }

/** How long a capture may be under way before an order that is still only approved may be captured again. */
const captureMs = 2 * 60_000

/**
 * Asks the provider what became of an attempt and writes down exactly that; `reconcile` is what everybody else calls.
 * @param paidNow is told, in the same transaction, of the attempts that are open beside one for which money just came
 * @throws ProviderError when the provider can't be asked; nothing has changed then
 */
export const ask = async (
  deps: AskDeps,
  userId: number,
  attemptId: string,
  { isStillOpen = false }: Asking = {},
  paidNow: (db: UserDb, others: string[]) => Promise<void> = async () => undefined,
): Promise<Answered | null> => {
  const known = await deps.database.asUser(userId, async (db) => {
    const attempt = await attemptById(db, attemptId)
    return (
      attempt && { attempt, provider: attempt.ref ? await deps.accounts.provider(db, attempt.provider) : null, askedAt: await clock(db) }
    )
  })
  if (!known) return null
  const { attempt, provider, askedAt } = known
  // Not yet known to the provider, or made with a key that isn't there any more: there is nothing to learn, since the present key knows nothing of it.
  if (!attempt.ref || attempt.accountId !== provider?.accountId) return { status: attempt.status, others: [] }
  // Asked outside the transaction: a slow provider must not hold the invoice. What was set aside is not to be paid any more, now that it can be closed.
  if (attempt.status === 'failed' && !attempt.found) await provider.close(attempt.ref)
  const truth = await provider.read(attempt.ref)
  const fates = await readRefunds(deps, userId, provider, attempt, truth)
  return deps.database.asUser(userId, (db) => writeDown(deps, db, { attempt, truth, fates, askedAt, isStillOpen }, paidNow))
}

type Heard = { attempt: KeptAttempt; truth: ProviderTruth; fates: Fate[]; askedAt: string; isStillOpen: boolean }

const writeDown = async (
  deps: AskDeps,
  db: UserDb,
  { attempt: { id, invoiceId }, truth, fates, askedAt, isStillOpen }: Heard,
  paidNow: (db: UserDb, others: string[]) => Promise<void>,
): Promise<Answered> => {
  const sums = await lockBalanceOfAny(db, invoiceId)
  const isNewest = await takeAnswer(db, id, askedAt)
  const before = (await attemptById(db, id))!
  // Somebody asked after us and was faster: what he heard is newer than what we did.
  if (!isNewest) return { status: before.status, others: [] }
  const others = (await attemptsUnderway(db, invoiceId)).filter((other) => other.id !== id)
  const isBlocked = others.some(({ provider, status }) => provider === before.provider && status !== 'pending')
  const verdict = stay(before, judge(before, truth), { isStillOpen, isBlocked, now: deps.now() })

  let goneBack = cents(0)
  for (const charge of truth.charges.filter(({ succeeded }) => succeeded))
    if (verdict.status === 'paid' || (await isRecorded(db, before, charge)))
      goneBack = cents(
        goneBack +
          (await recordCharge(db, before, charge, truth.paymentIntentId, { failed: cameBack(fates, charge.ref), now: deps.now() })),
      )
  await followRefunds(db, fates)
  await noteVerdict(db, id, verdict)
  await tellOfVerdict(db, before, verdict, deps.log)
  const after = await lockBalanceOfAny(db, invoiceId)
  if (after.paid !== sums.paid || after.taken !== sums.taken) await noteNewSums(db, invoiceId)
  await settle(deps, db, after, 'Customer', goneBack)

  // Also while the owner has yet to decide about it: nobody may be charged a second time meanwhile.
  const open = hasMoney(verdict) && !hasMoney(before) ? others.map((other) => other.id) : []
  if (open.length > 0) await paidNow(db, open)
  return { status: verdict.status, others: open }
}

const hasMoney = ({ status }: Pick<Attempt, 'status'>): boolean => status === 'paid' || status === 'review'

/**
 * What was closed or set aside while the provider was asked doesn't open again by his answer, nor does one whose capture may be on its way: that it
 * wasn't captured is certain when he has refused, or when it was begun long ago.
 */
const stay = (
  before: KeptAttempt,
  judged: Verdict,
  { isStillOpen, isBlocked, now }: { isStillOpen: boolean; isBlocked: boolean; now: Date },
): Verdict => {
  if (judged.status !== 'open') return judged
  if (before.status !== 'pending') return { ...judged, status: before.status, problem: before.problem }
  if (!isStillOpen && now.getTime() - before.updatedAt.getTime() < captureMs) return { ...judged, status: 'pending' }
  return { ...judged, status: isBlocked ? 'expired' : 'open' }
}
