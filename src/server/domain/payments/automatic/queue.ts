import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'

export const runJob = job('automatic-payments.run', { documentId: z.int() }, { lane: 'payments' })

/** Queued again, it replaces the one that waits. */
export const queueRun = (db: UserDb, documentId: number, runAt: Date): Promise<void> =>
  enqueue(db, runJob, { userId: db.userId, documentId }, { key: `automatic-payments.run ${db.userId} ${documentId}`, runAt })

// What these emails say is written in features/saved-cards.

/** `needsConfirmation`: the bank wants the customer to confirm; else the card is not charged (any more). */
export const customerEmailJob = job('automatic-payments.customer-email', { documentId: z.int(), needsConfirmation: z.boolean() })
export const stoppedJob = job('automatic-payments.stopped', { documentId: z.int() })

export const queueCustomerEmail = (db: UserDb, documentId: number, needsConfirmation: boolean): Promise<void> =>
  enqueue(
    db,
    customerEmailJob,
    { userId: db.userId, documentId, needsConfirmation },
    { key: `automatic-payments.customer-email ${db.userId} ${documentId}` },
  )

export const queueStopped = (db: UserDb, documentId: number): Promise<void> =>
  enqueue(db, stoppedJob, { userId: db.userId, documentId }, { key: `automatic-payments.stopped ${db.userId} ${documentId}` })
