import { Suspense } from 'react'
import { payPath, trimTrailingSlash } from '#shared/paths.ts'
import { lazyPage } from './lazy-page.ts'
import { ErrorBoundary, PageFrame } from './page-frame.tsx'

/** The first rendering waits this long for the invoice, whose request left when the page began to load: mostly its reply is there. */
const patienceMs = 500

const app = lazyPage(async () => ({ default: (await import('./app.tsx')).App }))
const pay = lazyPage(async () => {
  const file = await import('#web/features/payments/pay/pay-page.tsx')
  await Promise.race([file.prepare().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patienceMs))])
  return file
})

/** Customers on slow networks load only that page, nothing of the signed-in app. */
const page = trimTrailingSlash(location.pathname).startsWith(payPath('')) ? { title: 'Pay invoice', ...pay } : undefined

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
