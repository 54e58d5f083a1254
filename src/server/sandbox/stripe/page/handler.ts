import type { IncomingMessage, ServerResponse } from 'node:http'
import type Stripe from 'stripe'
import { findSession, pay } from '../checkout/lifecycle.ts'
import { checkoutPath } from '../checkout/routes.ts'
import { ApiError } from '../core/errors.ts'
import { readBody, sendText } from '../core/http.ts'
import type { Account } from '../core/state.ts'
import type { World } from '../core/world.ts'
import { outcomeOf } from '../payments/cards.ts'
import { type FieldErrors, nothingTyped, readCard, type Typed, typedFrom } from './card-form.ts'
import { checkoutPage, money } from './checkout-page.ts'
import { noticePage } from './notice-page.ts'
import { styleHash } from './style.ts'

type Found = { account: Account; session: Stripe.Checkout.Session }
const maxFormBytes = 16_000

const successUrl = (session: Stripe.Checkout.Session) => (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)

const headers = (session?: Stripe.Checkout.Session) => {
  // The answer to the form leads to the success page, and browsers hold redirects to form-action too.
  const target = session?.success_url ? new URL(successUrl(session)).origin : ''
  return {
    'content-security-policy': `default-src 'none'; style-src ${styleHash}; form-action 'self' ${target}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    // Not 'no-referrer': that would make the form's own POST arrive with 'Origin: null'.
    'referrer-policy': 'same-origin',
  }
}

const sendPage = (res: ServerResponse, status: number, body: string, session?: Stripe.Checkout.Session) =>
  sendText(res, status, 'text/html; charset=utf-8', body, headers(session))

/** Only the page itself may post to it: the browser says so by Sec-Fetch-Site, or over plain http by Origin. */
const isOwnPost = (req: IncomingMessage, publicUrl: string) => {
  const site = req.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return req.headers.origin === new URL(publicUrl).origin
}

const closedPage = ({ session }: Found) => {
  if (session.status === 'complete') {
    const text = `${money(session.amount_total ?? 0, session.currency ?? 'usd')} was paid with this link. Nothing more is due here, and nothing was charged again.`
    return noticePage({ title: 'Already paid', text, good: true, link: { url: successUrl(session), label: 'See the payment' } })
  }
  return noticePage({
    title: 'This checkout has expired',
    text: 'Nothing was charged. Open the link in your invoice again to start a new payment.',
    link: session.cancel_url === null ? null : { url: session.cancel_url, label: 'Go back' },
  })
}

const formPage = (found: Found, typed: Typed, errors: FieldErrors, declined: string | null) => {
  const details = found.account.checkouts[found.session.id]
  if (!details) throw new Error(`no details are kept for ${found.session.id}`)
  // A security code is never sent back to the browser.
  return checkoutPage({ session: found.session, details, typed: { ...typed, cvc: '' }, errors, declined })
}

/** Answers the hosted checkout pages below `/sandbox/stripe`. */
export const pageHandler = (world: World, log: (line: string) => void) => {
  const lookUp = (id: string): Found | null => {
    for (const account of Object.values(world.state.accounts)) {
      const session = findSession(world, account, id)
      if (session) return { account, session }
    }
    return null
  }

  const submit = (res: ServerResponse, { account, session }: Found, form: URLSearchParams) => {
    const typed = typedFrom(form)
    if (session.customer_email !== null) typed.email = session.customer_email
    const read = readCard(typed, new Date(world.now() * 1000))
    if (!read.ok) return sendPage(res, 200, formPage({ account, session }, typed, read.errors, null), session)
    const outcome = pay(world, account, session, read.card, outcomeOf(read.number))
    if (!outcome) return redirect(res, session)
    const errors: FieldErrors = outcome.field ? { [outcome.field]: outcome.message } : {}
    const declined = `${outcome.message} Nothing was charged. You can try another card.`
    sendPage(res, 200, formPage({ account, session }, typed, errors, declined), session)
  }

  const redirect = (res: ServerResponse, session: Stripe.Checkout.Session) => {
    res.writeHead(303, { location: successUrl(session), 'cache-control': 'no-store', ...headers(session) })
    res.end()
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
    let form: URLSearchParams
    try {
      form = new URLSearchParams(isPost ? await readBody(req, maxFormBytes) : '')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return sendPage(res, error.status, noticePage({ title: 'The form is too large', text: 'Go back and send it again.' }))
    }
    const found = lookUp(id)
    if (!found) return unknown(res)
    if (isPost && found.session.status === 'open') return submit(res, found, form)
    if (isPost && found.session.status === 'complete') return redirect(res, found.session)
    if (found.session.status !== 'open') return sendPage(res, 200, closedPage(found), found.session)
    sendPage(res, 200, formPage(found, nothingTyped, {}, null), found.session)
  }
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      await answer(req, res)
    } catch (error) {
      log(`card sandbox page: ${error instanceof Error ? error.stack : String(error)}`)
      if (res.headersSent || res.destroyed) return
      const text = 'The sandbox failed while making this page; its log says why. Try again, or open the link in your invoice again.'
      sendPage(res, 500, noticePage({ title: 'Something went wrong', text }))
    }
  }
}
