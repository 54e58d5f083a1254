import { Suspense } from 'react'
import { isNativeShell } from '#shared/native-shell.ts'
import { payPath, trimTrailingSlash } from '#shared/paths.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyPage } from './lazy-page.ts'
import { PageFrame } from './page-frame.tsx'

const app = lazyPage(async () => ({ default: (await import('./app.tsx')).App }))
const landing = lazyPage(() => import('#web/features/landing/landing-page.tsx'))
const pay = lazyPage(() => import('#web/features/payments/pay/pay-page.tsx'))

/** What this document is for. Visitors and customers come by a slow network, and once: their pages load nothing of the app. */
const page = (() => {
  const path = trimTrailingSlash(location.pathname)
  if (path.startsWith(payPath(''))) return { title: 'Pay invoice', ...pay }
  // In the native app the landing page leads to the system's browser, of which the app knows.
  if (path === '/' && document.documentElement.dataset.signedIn === 'no' && !isNativeShell(navigator.userAgent))
    return { title: '', ...landing }
  return undefined
})()

/** Resolves when the first picture can be drawn as it stays, or at once when that can't be had. */
export const preloadFirstPage = (): Promise<unknown> => (page ?? app).load().catch(() => undefined)

export const Root = () => (
  <ErrorBoundary>
    {page ? (
      <PageFrame title={page.title} waiting={null}>
        <page.Page />
      </PageFrame>
    ) : (
      <Suspense fallback={null}>
        <app.Page />
      </Suspense>
    )}
  </ErrorBoundary>
)
