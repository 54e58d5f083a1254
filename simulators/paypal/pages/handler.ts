import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, sendJson } from '#simulators/kit/http.ts'
import { html } from '#simulators/kit/pages/html.ts'
import { createPageHandler, readForm } from '#simulators/kit/pages/page-handler.ts'
import { loadScripts, sendScript } from '#simulators/kit/pages/scripts.ts'
import type { Context } from '#simulators/paypal/core/context.ts'
import { PayPalError } from '#simulators/paypal/core/errors.ts'
import { type Account, findCapture, type Order } from '#simulators/paypal/core/state.ts'
import { getPayerId } from '#simulators/paypal/orders/buyer.ts'
import { approveOrder, canBeApproved, findOrder, settleCapture } from '#simulators/paypal/orders/lifecycle.ts'
import { createBrowserApi } from './browser-api.ts'
import { redirect, renderNotice, sendPage } from './layout.ts'
import { parseFunding, renderApprovalPage, renderClosedPage } from './order-pages.ts'

type Found = { account: Account; order: Order }
type Visit = Found & { inPopup: boolean; self: string }

const base = '/sandbox/paypal'
const scriptPath = `${base}/web-sdk/v6/`
const maxCallBytes = 16_000
const files = ['core.js', 'api.js', 'button.js', 'dialog.js', 'session.js', 'close.js']
const scripts = loadScripts('#simulators/paypal/web-sdk', files)

const buildReturnUrl = (url: string, order: Order, withPayer: boolean) => {
  const target = new URL(url)
  target.searchParams.set('token', order.id)
  if (withPayer) target.searchParams.set('PayerID', getPayerId(order))
  return target.href
}

const leave = (res: ServerResponse, { order, inPopup }: Visit, isApproved: boolean) => {
  const target = isApproved ? order.returnUrl : order.cancelUrl
  if (!inPopup && target !== null) return redirect(res, buildReturnUrl(target, order, isApproved), [target])
  redirect(res, `${base}/done?outcome=${isApproved ? 'approved' : 'cancelled'}`)
}

const sendDone = (res: ServerResponse, isApproved: boolean) => {
  const title = isApproved ? 'Payment approved' : 'Payment canceled'
  const head = html`<script src="${scriptPath}close.js" defer></script>`
  sendPage(res, 200, renderNotice({ title, text: 'You can close this window now.', good: isApproved, head }))
}

export const createHostedPages = (context: Context, log: (line: string) => void) => {
  const answerBrowserCall = createBrowserApi(context)

  const findInAccounts = (id: string): Found | null => {
    for (const account of Object.values(context.state.accounts)) {
      const order = findOrder(context, account, id)
      if (order) return { account, order }
    }
    return null
  }

  const submit = (res: ServerResponse, visit: Visit, form: URLSearchParams) => {
    const { account, order } = visit
    const action = form.get('action')
    if (action === 'cancel' && canBeApproved(order)) return leave(res, visit, false)
    const funding = parseFunding(form.get('funding'))
    if (action === 'pay' && funding && canBeApproved(order)) {
      approveOrder(context, account, order, funding)
      return leave(res, visit, true)
    }
    const capture = findCapture(account, order)
    if (capture?.status === 'PENDING' && (action === 'complete' || action === 'deny')) settleCapture(context, account, capture, action)
    redirect(res, visit.self)
  }

  const handleCheckout = async (req: IncomingMessage, res: ServerResponse, url: URL) => {
    const form = await readForm(req)
    const found = findInAccounts(url.searchParams.get('token') ?? '')
    if (!found) {
      const text = 'There is no such order. It may have expired, or the link is not complete. Open the link in your invoice again.'
      return sendPage(res, 404, renderNotice({ title: 'Order not found', text }))
    }
    const { account, order } = found
    if (req.method === 'POST')
      return submit(res, { ...found, inPopup: url.searchParams.get('flow') === 'popup', self: url.pathname + url.search }, form)
    if (canBeApproved(order)) return sendPage(res, 200, renderApprovalPage(order), [order.returnUrl, order.cancelUrl])
    sendPage(res, 200, renderClosedPage(order, findCapture(account, order)))
  }

  const handleCall = async (req: IncomingMessage, res: ServerResponse, name: string) => {
    try {
      const body: unknown = JSON.parse((await readBody(req, maxCallBytes)) || '{}')
      sendJson(res, 200, answerBrowserCall(name, body))
    } catch (error) {
      if (error instanceof PayPalError) return sendJson(res, error.status, error.body(context.ids.debug()))
      if (error instanceof SyntaxError) return sendJson(res, 400, { name: 'INVALID_REQUEST', message: 'The body must be JSON.' })
      throw error
    }
  }

  return createPageHandler({
    name: 'PayPal',
    publicUrl: context.publicUrl,
    pages: { renderNotice, sendPage },
    forgedText: 'This payment was sent by another website and was refused. Open the PayPal page itself and pay there.',
    log,
    handle: async (req, res, url) => {
      const { pathname } = url
      if (pathname.startsWith(scriptPath)) {
        const name = pathname.slice(scriptPath.length)
        return req.method === 'POST' ? await handleCall(req, res, name) : sendScript(res, scripts, name)
      }
      if (pathname === `${base}/checkoutnow`) return await handleCheckout(req, res, url)
      if (pathname === `${base}/done`) return sendDone(res, url.searchParams.get('outcome') === 'approved')
      if (pathname === `${base}/opening`)
        return sendPage(res, 200, renderNotice({ title: 'Opening PayPal', text: 'One moment: the payment is being prepared.' }))
      sendPage(res, 404, renderNotice({ title: 'Page not found', text: 'There is no such page in the PayPal sandbox.' }))
    },
  })
}
