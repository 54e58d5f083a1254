import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendText } from '#simulators/kit/http.ts'
import { styleHash } from './style.ts'

/** The answer to a form may lead back to the business, and browsers hold redirects to form-action too. */
const pageHeaders = (targets: (string | null)[] = []) => {
  const origins = targets.filter((url) => url !== null).map((url) => new URL(url).origin)
  return {
    'content-security-policy': `default-src 'none'; style-src ${styleHash}; script-src 'self'; form-action 'self' ${origins.join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    // Not 'no-referrer': that would make the form's own POST arrive with 'Origin: null'.
    'referrer-policy': 'same-origin',
  }
}

export const sendPage = (res: ServerResponse, status: number, body: string, targets: (string | null)[] = []) =>
  sendText(res, status, 'text/html; charset=utf-8', body, pageHeaders(targets))

export const redirect = (res: ServerResponse, location: string, targets: (string | null)[] = []) => {
  res.writeHead(303, { location, 'cache-control': 'no-store', ...pageHeaders(targets) })
  res.end()
}

const script = (name: string) => readFileSync(new URL(`../web-sdk/${name}`, import.meta.url), 'utf8')
const names = ['core.js', 'ask.js', 'elements.js', 'button.js', 'dialog.js', 'session.js', 'close.js']
const scripts = new Map(names.map((name) => [name, script(name)]))

/** The browser's scripts, by the last part of their path. */
export const sendScript = (res: ServerResponse, name: string) => {
  const body = scripts.get(name)
  if (body === undefined) return sendText(res, 404, 'text/plain', 'Not found')
  sendText(res, 200, 'text/javascript; charset=utf-8', body, { 'x-content-type-options': 'nosniff' })
}

/** Only this origin's own pages may post: the browser says so by Sec-Fetch-Site, or over plain http by Origin. */
export const isOwnPost = (req: IncomingMessage, publicUrl: string) => {
  const site = req.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return req.headers.origin === publicUrl
}
