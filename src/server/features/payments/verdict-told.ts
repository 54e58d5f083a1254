import { noteEvent } from '#server/papers/history.ts'
import { invoiceKind } from '#server/papers/kind.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { showMoney } from '#shared/money.ts'
import { providerWords } from '#shared/payment-methods.ts'
import type { KeptAttempt } from './attempts.ts'
import { type Found, isSameMoney, moneyWords } from './found.ts'
import type { Verdict } from './judge.ts'
import { questionedJob } from './questioned.job.ts'

/** '$12.00 and $8.00, PayPal': what came for an attempt. */
export const foundWords = ({ provider }: Pick<KeptAttempt, 'provider'>, found: readonly Found[]): string =>
  `${found.length > 0 ? found.map(moneyWords).join(' and ') : 'No money'}, ${providerWords[provider]}`

/** What an answer changed, for the history and, where the owner has to decide, for him. A payment itself is told where it is recorded. */
export const tellOfVerdict = async (db: UserDb, before: KeptAttempt, verdict: Verdict, log: (line: string) => void): Promise<void> => {
  const asked = `${showMoney(before.amount)}, ${providerWords[before.provider]}`
  const note = (kind: Parameters<typeof noteEvent>[3], after: string, by: 'Customer' | 'Billfold', was: string | null = null) =>
    noteEvent(db, invoiceKind, before.invoiceId, kind, [{ field: 'Payment', before: was, after }], by)

  const { status, problem, found } = verdict
  if (status === 'pending' && problem && problem !== before.problem) await note('payment pending', asked, 'Customer')
  if (status === 'failed' && !found && (before.status === 'open' || before.status === 'pending'))
    await note('payment failed', asked, 'Billfold')
  if (status === 'failed' && found && before.status !== 'failed') await note('payment refused', foundWords(before, found), 'Billfold')
  if (status !== 'review' || (before.status === 'review' && isSameMoney(before.found ?? [], found ?? []))) return
  log(`Payment attempt ${before.id} needs a look: ${problem}`)
  await note('payment questioned', foundWords(before, found ?? []), 'Billfold', asked)
  await enqueue(db, questionedJob, { userId: db.userId, attemptId: before.id }, { key: `questioned-${before.id}` })
}
