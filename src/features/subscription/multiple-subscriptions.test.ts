import { expect, test } from 'vitest'
import { ada, app, logged, setUpSubscriptions, subscribe, waitForJobs } from './testing/subscription-fixture.ts'

setUpSubscriptions({ adminEmail: null })

test('without an admin the alarm is only logged', async () => {
  await subscribe()
  await app.runners
    .find(({ name }) => name === 'subscription.two-live')!
    .run({ userId: ada.userId, count: 2, at: new Date().toISOString() })
  await waitForJobs()
  expect(logged.filter((line) => line.startsWith(`User ${ada.userId} has 2 active subscriptions`))).toHaveLength(1)
  expect(await app.mails(0)).toEqual([])
})
