import { setTimeout as sleep } from 'node:timers/promises'
import type { UserDb } from '#server/platform/db/client.ts'
import { pagesUnderway, setAsideOf } from './attempts.ts'
import { closeAttempt } from './close.ts'
import { type ReconcileDeps, reconcile } from './reconcile.ts'

/** How long a person who changes a key waits for the provider at most. */
const patienceMs = 10_000
const atOnce = 4

/**
 * Closes all payment pages of a business while the key that opened them is still there, does `change`, and closes with the same key what was opened
 * meanwhile; all of it as well as that can be done: a provider who is away must not keep anybody from changing or removing a key, least of all one
 * that has leaked. What had been paid is recorded. Failures are logged.
 */
export const withPagesClosed = async <T>(deps: ReconcileDeps, userId: number, change: () => Promise<T>): Promise<T> => {
  const { database, log } = deps
  const failed = (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    log(`A payment page of user ${userId} wasn't closed when the card key changed: ${why}`)
  }
  // A key that can't be opened any more closes nothing, and is all the more worth changing.
  const old = await database.asUser(userId, deps.cards).catch((error: unknown) => void failed(error))
  if (!old) return change()
  const withOld = { ...deps, cards: async (_db: UserDb) => old }

  const until = Date.now() + patienceMs
  const open = await database.asUser(userId, (db) => pagesUnderway(db, old.accountId))
  await inTime(until, open, ({ invoiceId }) => closeAttempt(withOld, userId, invoiceId).catch(failed), failed)
  const result = await change()
  const tried = new Set(open.map(({ id }) => id))
  // The change stands by now, whatever comes of the rest.
  const setAside = await database.asUser(userId, (db) => setAsideOf(db, old.accountId)).catch(failed)
  const since = (setAside ?? []).filter((id) => !tried.has(id))
  await inTime(until, since, (id) => reconcile(withOld, userId, id).catch(failed), failed)
  return result
}

/** Does the work for each, some at once, and waits for it until then; what has not begun by then isn't. */
const inTime = async <T>(
  until: number,
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
  late: (error: Error) => void,
): Promise<void> => {
  const waiting = [...all]
  const isOver = new AbortController()
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined && !isOver.signal.aborted; one = waiting.shift()) await work(one)
  }
  const patience = sleep(Math.max(until - Date.now(), 0), true, { signal: isOver.signal }).catch(() => false)
  if (await Promise.race([Promise.all(Array.from({ length: atOnce }, next)).then(() => false), patience]))
    late(new Error('The card provider took too long'))
  isOver.abort()
}
