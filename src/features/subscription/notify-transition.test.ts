import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { neverSubscribed, type StoredState } from '#server/domain/subscription/state.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { notifyTransition } from './notify-transition.ts'

// Which change of state queues which email. No worker runs, so that the queue can be read.

let behind: TestDatabase
let owner: Client
let userId: number
beforeAll(async () => {
  behind = await createTestDatabase()
  owner = new Client(behind.owner)
  await owner.connect()
  const { rows } = await owner.query("insert into users (issuer, subject, email) values ('i', 's', 'ada@example.com') returning id::int")
  userId = rows[0].id
})
afterAll(async () => {
  await owner.end()
  await behind.drop()
})

const now = new Date('2026-03-10T12:00:00Z')
const state = (over: Partial<StoredState> = {}): StoredState => ({ ...neverSubscribed, ...over })
const trial = state()
const active = state({ subscriptionStatus: 'active', liveSubscriptions: 1 })
const since = new Date('2026-03-09T00:00:00Z')
const unpaid = { ...active, pastDueSince: since }
const canceled = state({ subscriptionStatus: 'canceled' })
const graceOver = { ...canceled, pastDueSince: since, liveSubscriptions: 1 }
const two = { ...active, liveSubscriptions: 2 }

/** The jobs that a change queues, with their own fields. */
const listQueuedJobs = async (before: StoredState, after: StoredState) => {
  await behind.database.asUser(userId, (db) => notifyTransition(db, now, before, after))
  const { rows } = await owner.query(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t where t.id = j.task_id
     returning t.identifier as task, j.payload`,
  )
  return rows.map(({ task, payload: { userId: whose, lane, at, ...rest } }) => {
    expect([whose, lane, at ?? now.toISOString()]).toEqual([userId, 'general', now.toISOString()])
    return [task, rest]
  })
}
const pastDue = ['subscription.past-due', { since: since.toISOString() }]
const ended = (reason: string) => ['subscription.ended', { reason }]
const alarm = (count: number) => ['subscription.two-live', { count }]

test('without a change nothing is queued', async () => {
  for (const same of [trial, active, unpaid, canceled, graceOver, two]) expect(await listQueuedJobs(same, same)).toEqual([])
})

test('nothing is queued for a new plan, or one that is paid again', async () => {
  for (const [before, after] of [
    [trial, active],
    [canceled, active],
    [unpaid, active],
    [graceOver, active],
    [active, trial],
    [canceled, trial],
  ] as const)
    expect(await listQueuedJobs(before, after)).toEqual([])
})

test('an unpaid renewal is notified when it is first seen, and again only after it was paid', async () => {
  for (const before of [active, trial, canceled, graceOver]) expect(await listQueuedJobs(before, unpaid)).toEqual([pastDue])
  // Between two syncs the first one was paid and the next one wasn't: the date changes.
  expect(await listQueuedJobs({ ...unpaid, pastDueSince: new Date('2026-02-09T00:00:00Z') }, unpaid)).toEqual([pastDue])
  // A second unpaid invoice changes nothing: the grace period counts from the first.
  expect(await listQueuedJobs(unpaid, { ...unpaid, pastDueSince: new Date('2026-03-08T00:00:00Z') })).toEqual([])
})

test('an end is notified once, with its reason, also when it is seen only after the grace period', async () => {
  expect(await listQueuedJobs(active, canceled)).toEqual([ended('cancelled')])
  expect(await listQueuedJobs(trial, canceled)).toEqual([ended('cancelled')])
  expect(await listQueuedJobs(unpaid, canceled)).toEqual([ended('unpaid')])
  expect(await listQueuedJobs(unpaid, graceOver)).toEqual([ended('unpaid')])
  expect(await listQueuedJobs(active, graceOver)).toEqual([ended('unpaid')])
  expect(await listQueuedJobs(graceOver, canceled)).toEqual([])
})

test('more than one live subscription is an alarm, and each further one is another', async () => {
  expect(await listQueuedJobs(active, two)).toEqual([alarm(2)])
  expect(await listQueuedJobs(trial, two)).toEqual([alarm(2)])
  expect(await listQueuedJobs(two, { ...two, liveSubscriptions: 3 })).toEqual([alarm(3)])
  expect(await listQueuedJobs({ ...two, liveSubscriptions: 3 }, two)).toEqual([])
  expect(await listQueuedJobs(two, active)).toEqual([])
  expect(await listQueuedJobs(active, { ...unpaid, liveSubscriptions: 2 })).toEqual([pastDue, alarm(2)])
})
