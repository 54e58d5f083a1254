import type { IncomingMessage, ServerResponse } from 'node:http'
import type Stripe from 'stripe'
import { readForm } from '#simulators/kit/pages/page-handler.ts'
import { advanceSubscriptions } from '#simulators/stripe/billing/subscriptions/advance.ts'
import { changePlan } from '#simulators/stripe/billing/subscriptions/change-plan.ts'
import { getSubscriptionItem } from '#simulators/stripe/billing/subscriptions/subscription.ts'
import { setCancellation } from '#simulators/stripe/billing/subscriptions/update.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { redirect, renderNotice, sendPage } from '#simulators/stripe/core/pages.ts'
import { type Account, findInAllAccounts } from '#simulators/stripe/core/state.ts'
import type { Decline } from '#simulators/stripe/payments/cards.ts'
import { replaceCard } from './card.ts'
import { renderConfirmationPage, renderPortalPage } from './page.ts'
import { buildPlanView, findCurrentSubscription } from './plan-view.ts'
import { portalPath } from './session.ts'

type Session = Stripe.BillingPortal.Session
const sessionSeconds = 3600
const shownInvoices = 12

const doneTexts = {
  cancel: 'Your plan is canceled. You can use it until it ends.',
  resume: 'Your plan continues.',
  change: 'Your plan was changed.',
  card: 'Your new card is saved.',
} as const
type Done = keyof typeof doneTexts
const isDone = (text: string | null): text is Done => text !== null && Object.hasOwn(doneTexts, text)

const renderExpired = (session: Session) =>
  renderNotice({
    title: 'This link has expired',
    text: 'Nothing was changed. Open your plan in the app again.',
    link: session.return_url === null ? null : { url: session.return_url, label: 'Go back' },
  })

const perform = (context: Context, account: Account, subscription: Stripe.Subscription, form: URLSearchParams): Done | Decline | null => {
  const action = form.get('action')
  const { cancel_at: cancelAt } = subscription
  if (action === 'cancel' && cancelAt === null) {
    // Only the time, not the flag, as Stripe's portal does for the billing mode 'flexible'.
    setCancellation(context, account, subscription, getSubscriptionItem(subscription).current_period_end, false)
  } else if (action === 'resume' && cancelAt !== null) setCancellation(context, account, subscription, null, false)
  else if (action === 'change') {
    const price = account.objects.price[form.get('price') ?? '']
    if (!price || cancelAt !== null || subscription.status !== 'active') return null
    changePlan(context, account, subscription, price)
  } else if (action === 'card') {
    const decline = replaceCard(context, account, subscription, form)
    if (decline) return decline
  }
  return isDone(action) ? action : null
}

/** @returns false for other paths */
export const createPortalHandler =
  (context: Context) =>
  async (req: IncomingMessage, res: ServerResponse, url: URL): Promise<boolean> => {
    if (!url.pathname.startsWith(`${portalPath}/`)) return false
    const form = await readForm(req)
    const found = findInAllAccounts(context.state, 'billing_portal.session', url.pathname.slice(portalPath.length + 1))
    if (!found) {
      const text = 'There is no such portal in this sandbox. Check that the link is complete.'
      sendPage(res, 404, renderNotice({ title: 'Portal not found', text }))
      return true
    }
    const { account, object: session } = found
    if (session.created + sessionSeconds <= context.now()) {
      sendPage(res, 200, renderExpired(session))
      return true
    }
    advanceSubscriptions(context, account)
    const show = (done: string | null, decline: Decline | null) => {
      const subscription = findCurrentSubscription(account, session.customer)
      const invoices = Object.values(account.objects.invoice).filter(
        ({ customer, status }) => customer === session.customer && status !== 'void',
      )
      const plan = subscription ? buildPlanView(context, account, subscription) : null
      const newest = invoices.reverse().slice(0, shownInvoices)
      sendPage(res, 200, renderPortalPage({ returnUrl: session.return_url, plan, invoices: newest, done, decline }))
    }
    const subscription = findCurrentSubscription(account, session.customer)
    const action = form.get('action')
    if (req.method === 'POST' && subscription) {
      if (action === 'ask-cancel' || action === 'ask-change') {
        sendPage(
          res,
          200,
          renderConfirmationPage(buildPlanView(context, account, subscription), action === 'ask-cancel' ? 'cancel' : 'change'),
        )
        return true
      }
      const outcome = perform(context, account, subscription, form)
      if (outcome !== null && typeof outcome === 'object') show(null, outcome)
      else redirect(res, outcome === null ? url.pathname : `${url.pathname}?done=${outcome}`)
      return true
    }
    const done = url.searchParams.get('done')
    show(isDone(done) ? doneTexts[done] : null, null)
    return true
  }
