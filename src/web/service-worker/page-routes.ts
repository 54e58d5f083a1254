import { registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { needsSignIn } from '#shared/paths.ts'
import { shellPath } from '#shared/service-worker.ts'
import { markUnresponsive } from './network-timeout.ts'

/** A page that hasn't come by then is begun from the device: what it shows asks for itself. */
const patienceSeconds = 4

const isOfTheApp = ({ pathname }: URL): boolean => pathname === '/' || needsSignIn(pathname)

/** PDFs, receipts and exports that open in a tab of their own. */
const isFile = ({ pathname }: URL): boolean => /^\/api\/(?!login|logout|public\/|webhooks\/|live)/.test(pathname)
/** The way into the sign-in; its answers are the browser's business alone. */
const isSignIn = ({ pathname }: URL): boolean => pathname === '/api/login'

const notHere = (words: string, nonce: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not available offline · Billfold</title>
<style nonce="${nonce}">
  body { display: grid; place-items: center; min-height: 100dvh; margin: 0; padding: 1.5rem; box-sizing: border-box; text-align: center; font: 1rem/1.5 system-ui, sans-serif }
  h1 { margin: 0 0 .25rem; font-size: 1.125rem } p { margin: 0; max-width: 24rem; opacity: .75; font-size: .875rem }
</style>
<main><h1>Not available offline</h1><p>${words}</p></main>
</html>`

const fileWords = "Files and PDFs are made by the server, which can't be reached. Close this, and open it again when you are back online."
const signInWords = "Signing in takes the server, which can't be reached. Go back, and try again when you are back online."

const notHerePage = (words: string) => {
  const nonce = crypto.randomUUID()
  return new Response(notHere(words, nonce), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
    },
  })
}

/**
 * The app's own pages come from the server, or from the device when it can't be reached; whatever the server says is shown.
 * @param find a file that is kept on the device
 */
export const registerPageRoutes = (find: (path: string) => Promise<Response | undefined>): void => {
  const fromServer = new NetworkOnly({ networkTimeoutSeconds: patienceSeconds })
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isOfTheApp(url),
    async (options) => {
      try {
        return await fromServer.handle(options)
      } catch (error) {
        const kept = await find(shellPath)
        if (!kept) throw error
        // What the page asks next needn't find out anew how things stand.
        markUnresponsive()
        return kept
      }
    },
  )
  const filesFromServer = new NetworkOnly()
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && request.mode === 'navigate' && (isFile(url) || isSignIn(url)),
    async (options) => {
      try {
        return await filesFromServer.handle(options)
      } catch {
        return notHerePage(isSignIn(options.url) ? signInWords : fileWords)
      }
    },
  )
}
