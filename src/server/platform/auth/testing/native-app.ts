import { createHash, randomBytes } from 'node:crypto'
import type { createBrowser, Visit } from './browser.ts'

/** The User-Agent header of the app's web view. */
const userAgent = 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile BillfoldShell/1'

/** Starts a sign-in of the native app: its verifier, and the challenge that it gives to the system browser. */
export const startAppSignIn = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The code on the page that leads back to the app; undefined when there is none. */
export const readAppCode = ({ html }: Visit): string | undefined => /href="billfold:\/\/signed-in\?code=([\w-]{43})"/.exec(html)?.[1]

/** The app's call that exchanges the code for a session, from its web view. */
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
