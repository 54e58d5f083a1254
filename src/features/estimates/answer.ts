import { estimateType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { storeStatus } from '#server/domain/documents/lifecycle/issue.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { FieldChange } from '#shared/contract/document-history.ts'
import type { Day } from '#shared/dates.ts'
import { changedSinceOpened, mayAnswer } from '#shared/estimate-rules.ts'
import { formatMoney } from '#shared/money.ts'
import { answerNotificationJob } from './answer-notification.job.ts'
import { convertEstimate } from './convert.ts'
import { getPublicEstimate } from './public-view.ts'
import { type Estimate, lockEstimate } from './read.ts'

/** `today` is in the owner's time zone. */
type Answer = { name: string | null; version: number; address: string; today: Day }

/**
 * If the conversion is refused (e.g. the trial is over), the acceptance stands without an invoice, and the owner is told what to do. Does
 * nothing if it is already accepted. @throws AppError 404; 409 when it can no longer be answered, or was changed since the customer read it
 */
export const acceptEstimate = async (db: UserDb, id: number, answer: Answer): Promise<void> => {
  const estimate = await lockForAnswer(db, id, answer.today)
  if (estimate.status === 'accepted') return
  refuseUnlessAnswerable(estimate, answer)
  const at = await storeAnswer(db, id, 'accepted', answer, null)
  await recordAnswer(db, id, 'accepted', answer, [{ field: 'Total', before: null, after: formatMoney(estimate.total, estimate.currency) }])
  const refusal = await catchRefusal(db, () => convertEstimate(db, { id, today: answer.today, by: 'Billfold' }))
  await notifyOwner(db, id, at, refusal && { message: refusal.message, needsPlan: refusal.details.requiresSubscription === true })
}

/** @throws AppError 404; 409 when it can no longer be answered, or was changed since the customer read it */
export const declineEstimate = async (db: UserDb, id: number, answer: Answer & { reason: string }): Promise<void> => {
  refuseUnlessAnswerable(await lockForAnswer(db, id, answer.today), answer)
  const at = await storeAnswer(db, id, 'rejected', answer, answer.reason)
  await recordAnswer(db, id, 'declined', answer, [{ field: 'Reason', before: null, after: answer.reason }])
  await notifyOwner(db, id, at, null)
}

/** The lock serializes concurrent answers and edits. */
const lockForAnswer = async (db: UserDb, id: number, today: Day) => {
  await lockEstimate(db, id)
  return getPublicEstimate(db, id, today)
}

const refuseUnlessAnswerable = (estimate: Estimate, { version }: Answer) => {
  const may = mayAnswer(estimate)
  if (may !== true) throw new AppError(409, may)
  if (version !== estimate.version) throw new AppError(409, changedSinceOpened)
}

/** In milliseconds, so that the job's ISO timestamp equals the stored one. */
const storeAnswer = async (db: UserDb, id: number, status: 'accepted' | 'rejected', { name, address }: Answer, reason: string | null) => {
  const [stored] = await db.rows<{ at: Date }>(
    `insert into estimate_responses (user_id, document_id, response, responded_at, responded_by, responded_from, reason)
     values ($1, $2, $3, date_trunc('milliseconds', now()), $4, $5, $6) returning responded_at as at`,
    [db.userId, id, status, name, address, reason],
  )
  await storeStatus(db, id, status)
  return stored!.at
}

const recordAnswer = (db: UserDb, id: number, kind: 'accepted' | 'declined', { name, address }: Answer, further: FieldChange[]) => {
  const identity = [
    { field: 'Name', before: null, after: name },
    { field: 'Network address', before: null, after: address },
  ]
  const changes = [...identity.filter(({ after }) => after !== null), ...further]
  return recordEvent(db, estimateType, id, kind, changes, 'Customer')
}

/** Works in a savepoint. @returns the AppError that refused it, after the rollback, or null. @throws any other error */
const catchRefusal = async (db: UserDb, work: () => Promise<unknown>): Promise<AppError | null> => {
  await db.rows('savepoint attempt')
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await db.rows('rollback to savepoint attempt')
    return error
  }
}

const notifyOwner = (db: UserDb, estimateId: number, at: Date, refusal: { message: string; needsPlan: boolean } | null) =>
  enqueue(
    db,
    answerNotificationJob,
    { userId: db.userId, estimateId, answeredAt: at.toISOString(), refusal },
    { key: `answered-${db.userId}-${estimateId}-${at.getTime()}` },
  )
