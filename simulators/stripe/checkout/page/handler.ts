import type { IncomingMessage, ServerResponse } from 'node:http'
import type Stripe from 'stripe'
import { readBody, sendText } from '#simulators/kit/http.ts'
import { noticePage } from '#simulators/kit/pages/notice-page.ts'
import { isOwnPost, redirect, sendPage } from '#simulators/kit/pages/respond.ts'
import { billingPages } from '#simulators/stripe/billing/pages.ts'
import { findSession } from '#simulators/stripe/checkout/lifecycle.ts'
import { isChallenged } from '#simulators/stripe/checkout/pay.ts'
import { checkoutPath } from '#simulators/stripe/checkout/session.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { challengePage } from '#simulators/stripe/page/challenge-page.ts'
import { closedPage } from '#simulators/stripe/page/closed-page.ts'
import { nothingTyped } from './card-form.ts'
import { checkoutPage, type View } from './checkout-page.ts'
import { submitted, successUrl } from './submit.ts'

type Found = { account: Account; session: Stripe.Checkout.Session }
const maxFormBytes = 16_000

/** Where the buyer may be sent from a session's page. */
const targetsOf = (session: Stripe.Checkout.Session) => [session.success_url, session.cancel_url]

/** The form, or the bank's question, as the session stands; `view` is what was typed and what is wrong with it. */
const openPage = ({ account, session }: Found, view: Partial<View> = {}) => {
  const details = account.checkouts[session.id]
  if (!details) throw new Error(`no details are kept for ${session.id}`)
  if (isChallenged(account, session)) return challengePage(session, account.challenges[String(session.payment_intent)]?.last4 ?? '')
  return checkoutPage({ session, details, typed: nothingTyped, errors: {}, declined: null, bank: null, ...view })
}

/** Answers the hosted pages and the browser's script below `/sandbox/stripe`. */
export const pageHandler = (world: World, log: (line: string) => void) => {
  const answerBilling = billingPages(world)

  const lookUp = (id: string): Found | null => {
    for (const account of Object.values(world.state.accounts)) {
      const session = findSession(world, account, id)
      if (session) return { account, session }
    }
    return null
  }

  const submit = (res: ServerResponse, found: Found, form: URLSearchParams) => {
    const next = submitted(world, found.account, found.session, form)
    if ('location' in next) return redirect(res, next.location, targetsOf(found.session))
    sendPage(res, 200, 'page' in next ? next.page : openPage(found, next.view), targetsOf(found.session))
  }

  const unknown = (res: ServerResponse) =>
    sendPage(
      res,
      404,
      noticePage({ title: 'Checkout not found', text: 'There is no such checkout in this sandbox. Check that the link is complete.' }),
    )

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname } = new URL(req.url ?? '/', world.publicUrl)
    const id = pathname.startsWith(`${checkoutPath}/`) ? pathname.slice(checkoutPath.length + 1) : ''
    const isPost = req.method === 'POST'
    if (isPost && !isOwnPost(req, world.publicUrl)) {
      const text = 'This payment was sent by another website and was refused. Open the checkout page itself and pay there.'
      return sendPage(res, 403, noticePage({ title: 'Payment refused', text }))
    }
    if (!isPost && req.method !== 'GET' && req.method !== 'HEAD')
      return sendText(res, 405, 'text/plain', 'Method not allowed', { allow: 'GET, HEAD, POST' })
    if (await answerBilling(req, res)) return
    const form = new URLSearchParams(isPost ? await readBody(req, maxFormBytes) : '')
    const found = lookUp(id)
    if (!found) return unknown(res)
    if (isPost && found.session.status === 'open') return submit(res, found, form)
    if (isPost && found.session.status === 'complete') return redirect(res, successUrl(found.session), targetsOf(found.session))
    if (found.session.status !== 'open') return sendPage(res, 200, closedPage(found.account, found.session), targetsOf(found.session))
    sendPage(res, 200, openPage(found), targetsOf(found.session))
  }
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      await answer(req, res)
    } catch (error) {
      if (error instanceof ApiError && !res.headersSent)
        return sendPage(res, error.status, noticePage({ title: 'The form is too large', text: 'Go back and send it again.' }))
      log(`card sandbox page: ${error instanceof Error ? error.stack : String(error)}`)
      if (res.headersSent || res.destroyed) return
      const text = 'The sandbox failed while making this page; its log says why. Try again, or open the link in your invoice again.'
      sendPage(res, 500, noticePage({ title: 'Something went wrong', text }))
    }
  }
}
