import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendText } from '#simulators/kit/http.ts'
import { styleHash } from './style.ts'

type Targets = readonly (string | null | undefined)[]

/** The answer to a form may lead to one of `targets`, and browsers hold redirects to form-action too. */
const headers = (targets: Targets) => {
  const pages = targets.filter((url) => typeof url === 'string')
  const origins = [...new Set(pages.map((url) => new URL(url).origin))].join(' ')
  return {
    'content-security-policy': `default-src 'none'; style-src ${styleHash}; form-action 'self' ${origins}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    // Not 'no-referrer': that would make the form's own POST arrive with 'Origin: null'.
    'referrer-policy': 'same-origin',
  }
}

export const sendPage = (res: ServerResponse, status: number, body: string, targets: Targets = []) =>
  sendText(res, status, 'text/html; charset=utf-8', body, headers(targets))

export const redirect = (res: ServerResponse, location: string, targets: Targets = []) => {
  res.writeHead(303, { location, 'cache-control': 'no-store', ...headers(targets) })
  res.end()
}

/** Only this origin's own pages may post: the browser says so by Sec-Fetch-Site, or over plain http by Origin. */
export const isOwnPost = (req: IncomingMessage, publicUrl: string) => {
  const site = req.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return req.headers.origin === new URL(publicUrl).origin
}
