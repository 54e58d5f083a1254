import type { IncomingMessage, ServerResponse } from 'node:http'
import type Stripe from 'stripe'
import { readForm } from '#simulators/kit/pages/page-handler.ts'
import { findSession } from '#simulators/stripe/checkout/lifecycle.ts'
import { isChallenged } from '#simulators/stripe/checkout/pay.ts'
import { checkoutPath } from '#simulators/stripe/checkout/session.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { redirect, renderNotice, sendPage } from '#simulators/stripe/core/pages.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { emptyCardInput } from './card-form.ts'
import { type CheckoutView, renderCheckoutPage } from './checkout-page.ts'
import { getSuccessUrl, renderChallengePage, renderClosedPage } from './status-pages.ts'
import { submitForm } from './submit.ts'

type Found = { account: Account; session: Stripe.Checkout.Session }

const findInAccounts = (context: Context, id: string): Found | null => {
  for (const account of Object.values(context.state.accounts)) {
    const session = findSession(context, account, id)
    if (session) return { account, session }
  }
  return null
}

const renderOpenPage = ({ account, session }: Found, view: Partial<CheckoutView> = {}) => {
  const details = account.checkouts[session.id]
  if (!details) throw new Error(`the session ${session.id} has no details`)
  if (isChallenged(account, session)) return renderChallengePage(session, account.challenges[String(session.payment_intent)]?.last4 ?? '')
  return renderCheckoutPage({ session, details, input: emptyCardInput, errors: {}, declined: null, bank: null, ...view })
}

export const createCheckoutHandler =
  (context: Context) =>
  async (req: IncomingMessage, res: ServerResponse, { pathname }: URL) => {
    const form = await readForm(req)
    const found = findInAccounts(context, pathname.startsWith(`${checkoutPath}/`) ? pathname.slice(checkoutPath.length + 1) : '')
    if (!found) {
      const text = 'There is no such checkout in this sandbox. Check that the link is complete.'
      return sendPage(res, 404, renderNotice({ title: 'Checkout not found', text }))
    }
    const { account, session } = found
    const targets = [session.success_url, session.cancel_url]
    if (req.method === 'POST' && session.status === 'open') {
      const result = submitForm(context, account, session, form)
      if ('location' in result) return redirect(res, result.location, targets)
      return sendPage(res, 200, 'page' in result ? result.page : renderOpenPage(found, result.view), targets)
    }
    if (req.method === 'POST' && session.status === 'complete') return redirect(res, getSuccessUrl(session), targets)
    sendPage(res, 200, session.status === 'open' ? renderOpenPage(found) : renderClosedPage(account, session), targets)
  }
