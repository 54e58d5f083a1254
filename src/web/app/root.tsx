import { Suspense } from 'react'
import { payPath, trimTrailingSlash } from '#shared/paths.ts'
import { lazyPage } from './lazy-page.ts'
import { ErrorBoundary, PageFrame } from './page-frame.tsx'

/** How long the first rendering waits for the invoice. The request left when the page began to load: mostly its reply is there. */
const patienceMs = 500

const app = lazyPage(async () => ({ default: (await import('./app.tsx')).App }))
const pay = lazyPage(async () => {
  const file = await import('#web/features/payments/pay/pay-page.tsx')
  await Promise.race([file.prepare().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patienceMs))])
  return file
})

/**
 * The page that this document opens with, if it needs nothing of the signed-in app: customers on slow networks load only that page.
 */
const page = trimTrailingSlash(location.pathname).startsWith(payPath('')) ? { title: 'Pay invoice', ...pay } : undefined

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
