import { registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { needsSignIn } from '#shared/paths.ts'
import { shellPath } from '#shared/service-worker.ts'
import { markUnresponsive } from './network-timeout.ts'

/** Then a page comes from the cache; it loads its data itself. */
const timeoutSeconds = 4

const isOfTheApp = ({ pathname }: URL): boolean => pathname === '/' || needsSignIn(pathname)

const isFile = ({ pathname }: URL): boolean => /^\/api\/(?!login|logout|public\/|webhooks\/|live)/.test(pathname)
const isSignIn = ({ pathname }: URL): boolean => pathname === '/api/login'

const renderOfflinePage = (message: string, nonce: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not available offline · Billfold</title>
<style nonce="${nonce}">
  body { display: grid; place-items: center; min-height: 100dvh; margin: 0; padding: 1.5rem; box-sizing: border-box; text-align: center; font: 1rem/1.5 system-ui, sans-serif }
  h1 { margin: 0 0 .25rem; font-size: 1.125rem } p { margin: 0; max-width: 24rem; opacity: .75; font-size: .875rem }
</style>
<main><h1>Not available offline</h1><p>${message}</p></main>
</html>`

const fileMessage = "Files and PDFs come from the server, which can't be reached. Close this tab and try again when you are back online."
const signInMessage = "Signing in needs the server, which can't be reached. Go back and try again when you are back online."

const createOfflinePage = (message: string) => {
  const nonce = crypto.randomUUID()
  return new Response(renderOfflinePage(message, nonce), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
    },
  })
}

/** Error responses of the server are returned as they are. */
export const registerPageRoutes = (find: (path: string) => Promise<Response | undefined>): void => {
  const fromServer = new NetworkOnly({ networkTimeoutSeconds: timeoutSeconds })
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isOfTheApp(url),
    async (options) => {
      try {
        return await fromServer.handle(options)
      } catch (error) {
        const cached = await find(shellPath)
        if (!cached) throw error
        // The page's own calls need not detect the dead network again.
        markUnresponsive()
        return cached
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
        return createOfflinePage(isSignIn(options.url) ? signInMessage : fileMessage)
      }
    },
  )
}
