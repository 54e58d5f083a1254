import type { Person, Reply, TestApp } from '#server/testing/app.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import { cardFields, requestAsBrowser } from '#simulators/stripe/testing/subscriber.ts'

export type Plan = 'monthly' | 'yearly'

/** The request of the Subscribe screen. */
export const choose = (app: TestApp, who: Person | null, plan: Plan = 'monthly'): Promise<Reply> =>
  app.send(who, 'POST', '/api/get-or-create-subscription', { plan })

/** Pays with a card as the browser does. The number decides the result. */
export const payWith = (app: TestApp, clientSecret: string, number?: string) =>
  requestAsBrowser({ url: app.origin }, { clientSecret, key: deriveStripeKeys('platform').publishableKey }, '/confirm', cardFields(number))

/** Completes the bank's authentication. */
export const answerBank = (app: TestApp, clientSecret: string, passed: boolean) =>
  requestAsBrowser({ url: app.origin }, { clientSecret, key: deriveStripeKeys('platform').publishableKey }, '/challenge', {
    answer: passed ? 'complete' : 'fail',
  })

/** Chooses a plan and pays, without returning. */
export const buyPlan = async (app: TestApp, who: Person, { plan = 'monthly', number }: { plan?: Plan; number?: string } = {}) => {
  const chosen = await choose(app, who, plan)
  if (chosen.status !== 200) throw new Error(`no form: ${chosen.status} ${JSON.stringify(chosen.body)}`)
  const paid = await payWith(app, chosen.body.clientSecret, number)
  if (paid.status !== 200) throw new Error(`not paid: ${JSON.stringify(paid.body)}`)
  return chosen.body.clientSecret as string
}

/** The request of the success page. */
export const verify = (app: TestApp, who: Person | null): Promise<Reply> => app.send(who, 'POST', '/api/verify-subscription', {})

type Kept = {
  subscription: { id: string; status: string; customer: string; metadata: object }[]
  customer: { id: string; email: string | null; name: string | null; metadata: { billfold_user?: string } }[]
  price: { id: string; lookup_key: string | null; unit_amount: number }[]
}

/** The objects of the product's own account in the simulator. */
export const readProviderState = async (app: TestApp): Promise<Kept> => {
  const { accounts } = await app.simulate<{
    accounts: Record<string, { publishableKey: string; objects: Record<string, Record<string, never>> }>
  }>('dump')
  const own = Object.values(accounts).find(({ publishableKey }) => publishableKey === deriveStripeKeys('platform').publishableKey)
  const all = (kind: string) => Object.values(own?.objects[kind] ?? {})
  return { subscription: all('subscription'), customer: all('customer'), price: all('price') }
}

/** A user's subscriptions in the simulator, oldest first. */
export const listProviderSubscriptions = async (app: TestApp, who: Person) => {
  const { customer, subscription } = await readProviderState(app)
  const own = customer.filter(({ metadata }) => metadata.billfold_user === String(who.userId)).map(({ id }) => id)
  return subscription.filter((one) => own.includes(one.customer))
}

/** The user's stored state. */
export const readUserRow = async (app: TestApp, { userId }: Person) => {
  const [row] = await app.sql<{
    subscription_status: string
    subscription_plan: string | null
    stripe_customer_id: string | null
    stripe_subscription_id: string | null
    subscription_account: string | null
    subscription_ends_at: Date | null
    subscription_period_end: Date | null
    subscription_next_check_at: Date | null
    past_due_since: Date | null
    live_subscriptions: number
  }>('select * from users where id = $1', [userId])
  return row!
}
