import { Suspense } from 'react'
import { payPath, trimTrailingSlash } from '#shared/paths.ts'
import { lazyPage } from './lazy-page.ts'
import { ErrorBoundary, PageFrame } from './page-frame.tsx'

const app = lazyPage(async () => ({ default: (await import('./app.tsx')).App }))
const pay = lazyPage(() => import('#web/features/payments/pay/pay-page.tsx'))

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
