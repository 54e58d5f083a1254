import { createHash, randomBytes } from 'node:crypto'
import type { createBrowser, Visit } from './browser.ts'

/** What the app's web view calls itself. */
const userAgent = 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile BillfoldShell/1'

/** A sign-in that the native app begins: a secret of its own, and what it tells the system's browser. */
export const startAppSignIn = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The code on the page that leads back into the app; undefined where there is none. */
export const readAppCode = ({ html }: Visit): string | undefined => /href="billfold:\/\/signed-in\?code=([\w-]{43})"/.exec(html)?.[1]

/** The app's call with the code that came back, from its web view. */
export const exchangeAppCode = (
  webView: ReturnType<typeof createBrowser>,
  origin: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Visit> =>
  webView.visit(`${origin}/api/login/app`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, origin, 'sec-fetch-site': 'same-origin', ...headers },
  })

export const shellHeaders = { 'user-agent': userAgent }
