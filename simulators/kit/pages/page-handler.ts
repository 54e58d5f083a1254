import type { IncomingMessage, ServerResponse } from 'node:http'
import { describeError, HttpError, readBody, sendText } from '#simulators/kit/http.ts'
import type { Pages } from './pages.ts'

type Options = {
  name: string
  publicUrl: string
  pages: Pick<Pages, 'renderNotice' | 'sendPage'>
  forgedText: string
  handle(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> | void
  log(line: string): void
}

const maxFormBytes = 16_000

/** @throws HttpError 413 */
export const readForm = async (req: IncomingMessage): Promise<URLSearchParams> =>
  new URLSearchParams(req.method === 'POST' ? await readBody(req, maxFormBytes) : '')

/** CSRF: only pages of the product's own origin may post. Browsers say so by Sec-Fetch-Site, or over plain HTTP by Origin. */
const isSameOrigin = (req: IncomingMessage, publicUrl: string) => {
  const site = req.headers['sec-fetch-site']
  return site === undefined ? req.headers.origin === publicUrl : site === 'same-origin'
}

export const createPageHandler =
  ({ name, publicUrl, pages: { renderNotice, sendPage }, forgedText, handle, log }: Options) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      if (req.method !== 'POST' && req.method !== 'GET' && req.method !== 'HEAD')
        return sendText(res, 405, 'text/plain', 'Method not allowed', { allow: 'GET, HEAD, POST' })
      if (req.method === 'POST' && !isSameOrigin(req, publicUrl))
        return sendPage(res, 403, renderNotice({ title: 'Payment refused', text: forgedText }))
      await handle(req, res, new URL(req.url ?? '/', publicUrl))
    } catch (error) {
      if (!(error instanceof HttpError)) log(`${name} simulator page: ${describeError(error)}`)
      if (res.headersSent || res.destroyed) return
      if (error instanceof HttpError)
        return sendPage(res, error.status, renderNotice({ title: 'The form is too large', text: 'Go back and send it again.' }))
      const text = 'The sandbox failed to create this page; its log has the reason. Try again, or open the link in your invoice again.'
      sendPage(res, 500, renderNotice({ title: 'Something went wrong', text }))
    }
  }
