import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpError, readBody, sendJson } from '#simulators/kit/http.ts'
import { loadScripts, sendScript } from '#simulators/kit/pages/scripts.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { ApiError, toErrorBody } from '#simulators/stripe/core/errors.ts'
import { parseForm } from '#simulators/stripe/core/form.ts'
import { formatCardNumber, savedTestCards, testCards } from '#simulators/stripe/payments/cards.ts'
import { answerBrowserCall } from './api.ts'

const scriptsPath = '/sandbox/stripe/v3/'
const apiPath = '/sandbox/stripe/v1/'
const maxFormBytes = 16_000

/** For subscribers: cards whose effect comes after the payment concern only the payee. */
const cards = [...testCards.filter(({ afterPayment }) => afterPayment === undefined), ...savedTestCards].map(({ number, meaning }) => ({
  number: formatCardNumber(number),
  meaning,
}))

const files = ['stripe.js', 'api.js', 'bank-dialog.js', 'card-fields.js', 'card-input.js', 'confirm.js', 'styles.js']
const scripts = loadScripts('#simulators/stripe/billing/stripe-js/v3', files)
scripts.set('test-cards.js', `export const testCards = ${JSON.stringify(cards)}\n`)

/** @returns false for other paths */
export const createStripeJsHandler =
  (context: Context) =>
  async (req: IncomingMessage, res: ServerResponse, url: URL): Promise<boolean> => {
    if (url.pathname.startsWith(scriptsPath)) {
      sendScript(res, scripts, url.pathname.slice(scriptsPath.length))
      return true
    }
    if (!url.pathname.startsWith(apiPath)) return false
    try {
      const sent = req.method === 'POST' ? await readBody(req, maxFormBytes) : url.search.slice(1)
      const response = answerBrowserCall(context, req.method ?? '', url.pathname.slice(apiPath.length), parseForm(sent))
      if (!response) throw new ApiError(404, `Unrecognized request URL (${req.method}: ${url.pathname}).`)
      sendJson(res, response.status, response.body)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      sendJson(res, error.status, toErrorBody(error))
    }
    return true
  }
