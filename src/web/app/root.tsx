import { Suspense } from 'react'
import { isNativeShell } from '#shared/native-shell.ts'
import { payPath, trimTrailingSlash } from '#shared/paths.ts'
import { lazyPage } from './lazy-page.ts'
import { ErrorBoundary, PageFrame } from './page-frame.tsx'

const app = lazyPage(async () => ({ default: (await import('./app.tsx')).App }))
const landing = lazyPage(() => import('#web/features/landing/landing-page.tsx'))
const pay = lazyPage(() => import('#web/features/payments/pay/pay-page.tsx'))

/**
 * The page that this document opens with, if it needs nothing of the signed-in app: visitors and customers on slow networks load only that
 * page.
 */
const page = (() => {
  const path = trimTrailingSlash(location.pathname)
  if (path.startsWith(payPath(''))) return { title: 'Pay invoice', ...pay }
  // In the native app the landing page links to the system browser, which only the full app handles.
  if (path === '/' && document.documentElement.dataset.signedIn === 'no' && !isNativeShell(navigator.userAgent))
    return { title: '', ...landing }
  return undefined
})()

/** Resolves when the first page's chunk is loaded, or when loading it failed. */
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
