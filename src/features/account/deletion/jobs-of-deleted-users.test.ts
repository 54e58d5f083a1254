import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { buildSample, readSchema } from '#server/testing/from-schema.ts'

// Jobs may wait for days, and their user may be deleted when they run: none may fail for that on every retry.

let app: TestApp
let userId: number
beforeAll(async () => {
  app = await createTestApp()
  const ada = await app.person('ada')
  await app.sql('delete from users where id = $1', [ada.userId])
  userId = ada.userId
})
afterAll(() => app.close())

/** Values of the payloads' fields, which name no rows of a user. */
const values = {
  ...{ name: '0'.repeat(32), address: 'gone@example.com', deletedOn: '2026-01-01', amount: '1.00', endpointId: '1', emailId: 1 },
}
/** Jobs without a user, and jobs of emails to addresses that do not belong to a user yet. */
const ofNobody = [
  'exchange-rates.ecb',
  'security-events.sweep',
  'subscription.look-over',
  'subscription.webhook',
  'account.confirm-email',
  'account.reset-password',
  'account.note',
]

test('every job of a deleted user ends without an error', async () => {
  const failed: string[] = []
  for (const { name, payload, run } of app.runners.filter((job) => !ofNobody.includes(job.name))) {
    const value = buildSample(readSchema(payload), { usual: {}, always: { ...values, userId }, text: () => 'a' })
    await run(value).catch((error: unknown) => failed.push(`${name}: ${String(error)}`))
  }
  expect(failed).toEqual([])
  // Only the confirmation email was sent, and nothing was queued or created for a deleted user.
  expect((await app.mails(1)).map(({ to }) => to.address)).toEqual(['gone@example.com'])
  expect(await app.sql("select payload from graphile_worker._private_jobs where (payload ->> 'userId')::bigint = $1", [userId])).toEqual([])
})
