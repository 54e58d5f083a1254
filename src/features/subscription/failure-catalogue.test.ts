import { expect, test } from 'vitest'
import {
  ada,
  app,
  atStripe,
  billing,
  cancelAtProvider,
  currentUser,
  failingLater,
  logged,
  makeCustomer,
  makeDraft,
  open,
  payWith,
  refused,
  row,
  setUpSubscriptions,
  status,
  subjects,
  subscribe,
  verify,
  waitForJobs,
} from './testing/subscription-fixture.ts'

// The rows of the failure catalogue about the product's own plans.

setUpSubscriptions()
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 60_000 })
type Subscription = { id: string; status: string; latest_invoice: { confirmation_secret: { client_secret: string } } }

/** Creates another subscription of the customer, as in the provider's dashboard. */
const anotherThere = async () => {
  const { customer } = await row()
  const { data: prices } = await atStripe<{ data: { id: string }[] }>('/v1/prices?lookup_keys[0]=billfold_monthly')
  const made = await atStripe<Subscription>('/v1/subscriptions', {
    customer: customer!,
    'items[0][price]': prices[0]!.id,
    payment_behavior: 'default_incomplete',
    'expand[0]': 'latest_invoice.confirmation_secret',
  })
  expect(await payWith(made.latest_invoice.confirmation_secret.client_secret)).toBe(200)
  return made.id
}
const live = async () => {
  const { data } = await atStripe<{ data: Subscription[] }>(`/v1/subscriptions?customer=${(await row()).customer}&status=active`)
  return data.length
}
const alarms = async () => {
  await waitForJobs()
  return (await app.mails(0)).filter(({ to, subject }) => to.address === 'admin@example.com' && subject.startsWith(ada.email))
}
const alarmLines = () => logged.filter((line) => line.startsWith(`User ${ada.userId} has `))

test('row 36: two subscriptions of one user: no second one is opened here, and one that was created elsewhere is reported once', async () => {
  await subscribe()
  for (const plan of ['monthly', 'yearly']) {
    const again = await app.send(ada, 'POST', '/api/get-or-create-subscription', { plan })
    expect([again.status, typeof again.body.message]).toEqual([409, 'string'])
  }
  expect([await live(), (await billing()).liveSubscriptions, await alarms()]).toEqual([1, 1, []])

  const second = await anotherThere()
  await eventually(async () => (await billing()).liveSubscriptions).toBe(2)
  await verify()
  await verify()
  const [mail, ...more] = await alarms()
  expect([mail!.subject, more]).toEqual([`${ada.email} pays for 2 subscriptions at once`, []])
  for (const text of [
    'Billfold does not end any of them automatically',
    `User id: ${ada.userId}`,
    `Customer: ${(await row()).customer}`,
    `${app.origin}/users`,
  ])
    expect(mail!.text).toContain(text)
  expect(alarmLines()).toEqual([
    `User ${ada.userId} has 2 active subscriptions (customer ${(await row()).customer}). End all but one at the card provider.`,
  ])
  // None is canceled, and the user's plan goes on.
  expect([await live(), await status(), await subjects()]).toEqual([2, 'active', []])

  await atStripe(`/v1/subscriptions/${second}`, undefined, 'DELETE')
  await eventually(async () => (await billing()).liveSubscriptions).toBe(1)
  expect([await status(), (await alarms()).length, await subjects()]).toEqual(['active', 1, []])
  // A new one is reported again.
  await anotherThere()
  await eventually(async () => (await billing()).liveSubscriptions).toBe(2)
  expect([(await alarms()).length, alarmLines().length]).toEqual([2, 2])
})

test('row 37: a subscription is deleted while its user is online: the trial limit applies, and a new plan lifts it', async () => {
  const customer = await makeCustomer()
  await subscribe()
  expect((await makeDraft(customer)).status).toBe(201)
  await cancelAtProvider()
  await eventually(() => status()).toBe('canceled')
  const { status: code, body } = await makeDraft(customer)
  expect([code, body]).toEqual([403, refused])
  expect(await subjects()).toEqual(['Your Billfold plan has ended'])
  await payWith(await open('yearly'))
  await eventually(() => status()).toBe('active')
  expect([(await makeDraft(customer)).status, (await currentUser()).subscriptionPlan]).toEqual([201, 'yearly'])
})

test('row 37: a subscription becomes past due while its user is online: Billing shows the end of the grace period, until which the plan goes on', async () => {
  const customer = await makeCustomer()
  await subscribe(failingLater)
  await waitForJobs()
  await app.simulate('clock', { advanceSeconds: 32 * 86_400 })
  await eventually(async () => (await currentUser()).paymentDueBy).not.toBeNull()
  const { past_due_since } = await row()
  expect((await currentUser()).paymentDueBy).toBe(new Date(past_due_since!.getTime() + 7 * 86_400_000).toISOString())
  expect([await status(), (await makeDraft(customer)).status]).toEqual(['active', 201])
  // The provider cancels it after its own retries, before the end of the grace period: that counts.
  await app.simulate('clock', { advanceSeconds: 20 * 86_400 })
  await eventually(() => status()).toBe('canceled')
  expect([(await makeDraft(customer)).status, (await currentUser()).paymentDueBy]).toEqual([403, null])
  expect((await subjects()).map((subject) => subject.slice(0, 28))).toEqual([
    'Your Billfold payment failed',
    'Your Billfold plan has ended',
  ])
  expect((await app.mails(0)).findLast(({ to }) => to.address === ada.email)!.text).toContain('because its renewal was not paid')
})
