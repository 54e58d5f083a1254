import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { platform } from '../lib/native/platform.ts'
import { queryClient } from '../lib/query-client.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Gate } from './gate.tsx'
import { PageFrame } from './page-frame.tsx'
import { publicPages } from './routes.tsx'

const Toaster = lazy(async () => ({ default: (await import('../ui/toaster.tsx')).Toaster }))

const NativeSignInWaiting = lazy(async () => ({ default: (await import('./native-sign-in-waiting.tsx')).NativeSignInWaiting }))

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <ErrorBoundary>
      <Switch>
        {publicPages.map(({ path, title, Page }) => (
          <Route key={path} path={path}>
            <PageFrame title={title} waiting={null}>
              <Page />
            </PageFrame>
            <Suspense fallback={null}>
              <Toaster />
            </Suspense>
          </Route>
        ))}
        <Route>
          <Gate />
        </Route>
      </Switch>
      {platform !== 'web' && (
        <Suspense fallback={null}>
          <NativeSignInWaiting />
        </Suspense>
      )}
    </ErrorBoundary>
  </QueryClientProvider>
)
