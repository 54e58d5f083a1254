import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { setToday } from '#shared/day-limits.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { getToday } from '#web/lib/format/today.ts'
import { platform } from '#web/lib/native/platform.ts'
import { AuthGate } from './auth-gate.tsx'
import { LazyToaster } from './lazy-toaster.tsx'
import { PageFrame } from './page-frame.tsx'
import { publicPages } from './routes.tsx'

const NativeSignInWaiting = lazy(async () => ({ default: (await import('./auth/native-sign-in-dialog.tsx')).NativeSignInDialog }))

// The forms' schemas ask for it. The pay page has none of them, and is loaded without this module.
setToday(getToday)

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <Switch>
      {publicPages.map(({ path, title, Page }) => (
        <Route key={path} path={path}>
          <PageFrame title={title} waiting={null}>
            <Page />
          </PageFrame>
          <LazyToaster />
        </Route>
      ))}
      <Route>
        <AuthGate />
      </Route>
    </Switch>
    {platform !== 'web' && (
      <Suspense fallback={null}>
        <NativeSignInWaiting />
      </Suspense>
    )}
  </QueryClientProvider>
)
