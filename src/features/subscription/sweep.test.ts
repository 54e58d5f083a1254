import { beforeEach, expect, test } from 'vitest'
import {
  ada,
  app,
  billing,
  cancelAtProvider,
  inPortal,
  later,
  makeCustomer,
  makeDraft,
  open,
  payWith,
  readNextCheck,
  row,
  runChecks,
  setUpSubscriptions,
  status,
  subjects,
  subscribe,
  waitForJobs,
} from './testing/subscription-fixture.ts'

// Without events and returns, the checks and the sweep find every change.

setUpSubscriptions()
beforeEach(() => app.simulate('webhooks', { mode: 'drop' }))
const minute = 1 / 1440
const lookOver = () => app.runners.find(({ name }) => name === 'subscription.look-over')!.run({ userId: 0 })
/** In how many minutes the next sweep is due. */
const nextLookOver = async () => {
  const [job] = await app.sql<{ minutes: number }>(
    `select round(extract(epoch from run_at - now()) / 60)::int as minutes from graphile_worker._private_jobs where key = 'subscription-look-over'`,
  )
  return job?.minutes
}
/** Deletes the user's check job. */
const loseCheck = () => app.sql('delete from graphile_worker._private_jobs where key = $1', [`subscription-${ada.userId}`])
const events = async () => (await app.sql('select 1 from billing_events')).length

test('without customers the sweep doesn’t call the provider', async () => {
  await app.simulate('faults', { route: '*', kind: 'status', status: 500, count: 1 })
  await lookOver()
  expect(await nextLookOver()).toBe(1440)
  const { faults } = await app.simulate<{ faults: { left: number }[] }>('dump')
  expect(faults.map(({ left }) => left)).toEqual([1])
  await app.simulate('reset', {})
  await app.simulate('webhooks', { mode: 'drop' })
})

test('a payment whose window was closed is found a minute later', async () => {
  await payWith(await open())
  expect([await status(), await readNextCheck()]).toEqual(['trial', 1])
  await later(1.5 * minute)
  expect([await status(), await readNextCheck(), await events()]).toEqual(['active', 1440, 0])
})

test('an unpaid subscription is checked less and less often, for a day; the trial stays', async () => {
  await open()
  const waits: number[] = []
  for (let wait = await readNextCheck(); wait !== null && waits.length < 50; wait = await readNextCheck()) {
    waits.push(wait)
    await later((wait + 0.1) * minute)
  }
  expect(waits.slice(0, 6)).toEqual([1, 4, 10, 45, 60, 60])
  expect(waits.length).toBeLessThan(29)
  expect([await status(), (await row()).next, (await row()).subscription]).toEqual(['trial', null, null])
})

test('a cancellation in the portal, and an end at the provider, are found within a day', async () => {
  await subscribe()
  await inPortal({ action: 'cancel' })
  expect((await billing()).endsAt).toBeNull()
  await later(1 + minute)
  expect([await status(), (await billing()).endsAt, (await billing()).nextBillingAt]).toEqual(['active', expect.any(String), null])
  await inPortal({ action: 'resume' })
  await later(1 + minute)
  expect((await billing()).endsAt).toBeNull()
  await cancelAtProvider()
  await later(1 + minute)
  expect([await status(), await events(), await subjects()]).toEqual(['canceled', 0, ['Your Billfold plan has ended']])
})

test('the sweep finds a check whose job was lost, and leaves one that isn’t due', async () => {
  await subscribe()
  await cancelAtProvider()
  await loseCheck()
  await lookOver()
  await waitForJobs()
  expect(await status()).toBe('active')
  await later(1.1)
  await runChecks()
  expect(await status()).toBe('active')
  await lookOver()
  await expect.poll(() => status(), { timeout: 60_000 }).toBe('canceled')
})

test('plans of an account that isn’t in use any more don’t count, and their end isn’t notified', async () => {
  const customer = await makeCustomer()
  await subscribe()
  await app.sql("update users set subscription_account = 'acct_former', trial_invoices_used = 10 where id = $1", [ada.userId])
  await lookOver()
  await expect.poll(() => status(), { timeout: 60_000 }).toBe('trial')
  expect([await subjects(), (await row()).next, (await makeDraft(customer)).status]).toEqual([[], null, 403])
  // No further check is queued.
  const { checked } = await row()
  await lookOver()
  await waitForJobs()
  expect((await row()).checked).toEqual(checked)
})

test('a plan counts again once its account is in use again, by the sweep alone', async () => {
  await subscribe()
  const inUse = (account: string) => app.sql('update users set subscription_account = $2 where id = $1', [ada.userId, account])
  await inUse('acct_former')
  await lookOver()
  await expect.poll(() => status(), { timeout: 60_000 }).toBe('trial')
  await inUse('sandbox')
  await lookOver()
  await expect.poll(() => status(), { timeout: 60_000 }).toBe('active')
  expect([(await billing()).subscriptionPlan, await subjects(), await readNextCheck()]).toEqual(['monthly', [], 1440])
})

test('the sweep registers a missing webhook', async () => {
  await subscribe()
  await waitForJobs()
  await app.sql('delete from billing_webhooks')
  await lookOver()
  await expect
    .poll(() => app.sql('select account_id, url from billing_webhooks'), { timeout: 60_000 })
    .toEqual([{ account_id: 'sandbox', url: `${app.origin}/api/webhooks/stripe-platform` }])
})
