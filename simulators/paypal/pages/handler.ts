import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, sendJson, sendText } from '#simulators/kit/http.ts'
import type { World } from '#simulators/paypal/core/context.ts'
import { PayPalError } from '#simulators/paypal/core/errors.ts'
import { type Account, captureOf, type Order } from '#simulators/paypal/core/state.ts'
import { payerIdOf } from '#simulators/paypal/orders/buyer.ts'
import { approve, canBeApproved, findOrder, settle } from '#simulators/paypal/orders/lifecycle.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { approvalPage } from './approval-page.ts'
import { browserApi } from './browser-api.ts'
import { closedPage } from './closed-page.ts'
import { fundingOf } from './funding.ts'
import { noticePage } from './notice-page.ts'
import { isOwnPost, redirect, sendPage, sendScript } from './respond.ts'

type Found = { account: Account; order: Order }
type Visit = Found & { inPopup: boolean; self: string }

const base = '/sandbox/paypal'
const scriptPath = `${base}/web-sdk/v6/`
const maxFormBytes = 16_000

/** PayPal's own parameters on the way back to the business. */
const back = (url: string, order: Order, withPayer: boolean) => {
  const target = new URL(url)
  target.searchParams.set('token', order.id)
  if (withPayer) target.searchParams.set('PayerID', payerIdOf(order))
  return target.href
}

/** Answers the hosted approval page, the browser's scripts and their calls, all below `/sandbox/paypal`. */
export const pageHandler = (world: World, log: (line: string) => void) => {
  const askedByBrowser = browserApi(world)

  const lookUp = (id: string): Found | null => {
    for (const account of Object.values(world.state.accounts)) {
      const order = findOrder(world, account, id)
      if (order) return { account, order }
    }
    return null
  }

  const leave = (res: ServerResponse, { order, inPopup }: Visit, isApproved: boolean) => {
    const target = isApproved ? order.returnUrl : order.cancelUrl
    if (!inPopup && target !== null) return redirect(res, back(target, order, isApproved), [target])
    redirect(res, `${base}/done?outcome=${isApproved ? 'approved' : 'cancelled'}`)
  }

  const submit = (res: ServerResponse, visit: Visit, form: URLSearchParams) => {
    const { account, order } = visit
    const action = form.get('action')
    if (action === 'cancel' && canBeApproved(order)) return leave(res, visit, false)
    const funding = fundingOf(form.get('funding'))
    if (action === 'pay' && funding && canBeApproved(order)) {
      approve(world, account, order, funding)
      return leave(res, visit, true)
    }
    const capture = captureOf(account, order)
    if (capture?.status === 'PENDING' && (action === 'complete' || action === 'deny')) settle(world, account, capture, action)
    redirect(res, visit.self)
  }

  const checkout = async (req: IncomingMessage, res: ServerResponse, url: URL) => {
    const form = new URLSearchParams(req.method === 'POST' ? await readBody(req, maxFormBytes) : '')
    const found = lookUp(url.searchParams.get('token') ?? '')
    if (!found) {
      const text = 'There is no such order here: its time may be over, or the link is not complete. Open the link in your invoice again.'
      return sendPage(res, 404, noticePage({ title: 'Order not found', text }))
    }
    const { account, order } = found
    if (req.method === 'POST')
      return submit(res, { ...found, inPopup: url.searchParams.get('flow') === 'popup', self: url.pathname + url.search }, form)
    if (canBeApproved(order)) return sendPage(res, 200, approvalPage(order), [order.returnUrl, order.cancelUrl])
    sendPage(res, 200, closedPage(order, captureOf(account, order)))
  }

  const done = (res: ServerResponse, isApproved: boolean) => {
    const text = 'You can close this window now.'
    const title = isApproved ? 'Payment approved' : 'Payment cancelled'
    sendPage(res, 200, noticePage({ title, text, good: isApproved, closes: true }))
  }

  const call = async (req: IncomingMessage, res: ServerResponse, name: string) => {
    try {
      const body: unknown = JSON.parse((await readBody(req, maxFormBytes)) || '{}')
      sendJson(res, 200, askedByBrowser(name, body))
    } catch (error) {
      if (error instanceof PayPalError) return sendJson(res, error.status, error.body(world.ids.debug()))
      if (error instanceof SyntaxError) return sendJson(res, 400, { name: 'INVALID_REQUEST', message: 'The body must be JSON.' })
      throw error
    }
  }

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '/', world.publicUrl)
    const { pathname } = url
    const isPost = req.method === 'POST'
    if (!isPost && req.method !== 'GET' && req.method !== 'HEAD')
      return sendText(res, 405, 'text/plain', 'Method not allowed', { allow: 'GET, HEAD, POST' })
    if (isPost && !isOwnPost(req, world.publicUrl)) {
      const text = 'This payment was sent by another website and was refused. Open the PayPal page itself and pay there.'
      return sendPage(res, 403, noticePage({ title: 'Payment refused', text }))
    }
    if (pathname.startsWith(scriptPath)) {
      const name = pathname.slice(scriptPath.length)
      return isPost ? await call(req, res, name) : sendScript(res, name)
    }
    if (pathname === `${base}/checkoutnow`) return await checkout(req, res, url)
    if (pathname === `${base}/done`) return done(res, url.searchParams.get('outcome') === 'approved')
    if (pathname === `${base}/opening`)
      return sendPage(res, 200, noticePage({ title: 'Opening PayPal', text: 'One moment: the payment is being prepared.' }))
    sendPage(res, 404, noticePage({ title: 'Page not found', text: 'There is no such page in the PayPal sandbox.' }))
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      await answer(req, res)
    } catch (error) {
      if (res.headersSent || res.destroyed) return
      if (error instanceof ApiError)
        return sendPage(res, error.status, noticePage({ title: 'The form is too large', text: 'Go back and send it again.' }))
      log(`PayPal sandbox page: ${error instanceof Error ? error.stack : String(error)}`)
      const text = 'The sandbox failed while making this page; its log says why. Try again, or open the link in your invoice again.'
      sendPage(res, 500, noticePage({ title: 'Something went wrong', text }))
    }
  }
}
