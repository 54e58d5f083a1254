import type { IncomingMessage, ServerResponse } from 'node:http'
import type Stripe from 'stripe'
import { readBody } from '#simulators/kit/http.ts'
import { noticePage } from '#simulators/kit/pages/notice-page.ts'
import { redirect, sendPage } from '#simulators/kit/pages/respond.ts'
import { changePlan } from '#simulators/stripe/billing/subscriptions/change-plan.ts'
import { advanceSubscriptions } from '#simulators/stripe/billing/subscriptions/clock.ts'
import { itemOf } from '#simulators/stripe/billing/subscriptions/subscription.ts'
import { setEnding } from '#simulators/stripe/billing/subscriptions/update.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import { type Account, findAnywhere } from '#simulators/stripe/core/state.ts'
import type { Refusal } from '#simulators/stripe/payments/cards.ts'
import { replaceCard } from './card.ts'
import { portalPage, questionPage } from './page.ts'
import { currentSubscription, planView } from './plan-view.ts'
import { portalPath } from './session.ts'

type Session = Stripe.BillingPortal.Session
const maxFormBytes = 16_000
const sessionSeconds = 3600
const shownInvoices = 12

const doneTexts = {
  cancel: 'Your plan is cancelled. You can use it until it ends.',
  resume: 'Your plan goes on.',
  change: 'Your plan was changed.',
  card: 'Your new card is kept.',
} as const
type Done = keyof typeof doneTexts
const isDone = (text: string | null): text is Done => text !== null && Object.hasOwn(doneTexts, text)

const closed = (session: Session) =>
  noticePage({
    title: 'This link has expired',
    text: 'Nothing was changed. Open your plan in the app again.',
    link: session.return_url === null ? null : { url: session.return_url, label: 'Go back' },
  })

/** Does what a form of the portal asks for. Gives what was done, or why not. */
const perform = (world: World, account: Account, subscription: Stripe.Subscription, form: URLSearchParams): Done | Refusal | null => {
  const action = form.get('action')
  const { cancel_at: ends } = subscription
  if (action === 'cancel' && ends === null) {
    // Only the time, not the flag: so does Stripe's portal since billing is 'flexible'.
    setEnding(world, account, subscription, itemOf(subscription).current_period_end, false)
  } else if (action === 'resume' && ends !== null) setEnding(world, account, subscription, null, false)
  else if (action === 'change') {
    const price = account.objects.price[form.get('price') ?? '']
    if (!price || ends !== null || subscription.status !== 'active') return null
    changePlan(world, account, subscription, price)
  } else if (action === 'card') {
    const refusal = replaceCard(world, account, subscription, form)
    if (refusal) return refusal
  }
  return isDone(action) ? action : null
}

/** Answers the customer portal's pages. Gives false for every other path. */
export const portalHandler =
  (world: World) =>
  async (req: IncomingMessage, res: ServerResponse, url: URL): Promise<boolean> => {
    if (!url.pathname.startsWith(`${portalPath}/`)) return false
    const form = new URLSearchParams(req.method === 'POST' ? await readBody(req, maxFormBytes) : '')
    const found = findAnywhere(world.state, 'billing_portal.session', url.pathname.slice(portalPath.length + 1))
    if (!found) {
      const text = 'There is no such portal in this sandbox. Check that the link is complete.'
      sendPage(res, 404, noticePage({ title: 'Portal not found', text }))
      return true
    }
    const { account, object: session } = found
    if (session.created + sessionSeconds <= world.now()) {
      sendPage(res, 200, closed(session))
      return true
    }
    advanceSubscriptions(world, account)
    const show = (done: string | null, refusal: Refusal | null) => {
      const subscription = currentSubscription(account, session.customer)
      const invoices = Object.values(account.objects.invoice).filter(
        ({ customer, status }) => customer === session.customer && status !== 'void',
      )
      const plan = subscription ? planView(world, account, subscription) : null
      const newest = invoices.reverse().slice(0, shownInvoices)
      sendPage(res, 200, portalPage({ returnUrl: session.return_url, plan, invoices: newest, done, refusal }))
    }
    const subscription = currentSubscription(account, session.customer)
    const action = form.get('action')
    if (req.method === 'POST' && subscription) {
      if (action === 'ask-cancel' || action === 'ask-change') {
        sendPage(res, 200, questionPage(planView(world, account, subscription), action === 'ask-cancel' ? 'cancel' : 'change'))
        return true
      }
      const outcome = perform(world, account, subscription, form)
      if (outcome !== null && typeof outcome === 'object') show(null, outcome)
      else redirect(res, outcome === null ? url.pathname : `${url.pathname}?done=${outcome}`)
      return true
    }
    const done = url.searchParams.get('done')
    show(isDone(done) ? doneTexts[done] : null, null)
    return true
  }
