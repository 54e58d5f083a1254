import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Route, Switch } from 'wouter'
import { queryClient } from '#web/lib/api/query-client.ts'
import { platform } from '#web/lib/native/platform.ts'
import { toastStore } from '#web/lib/toast.ts'
import { AuthGate } from './auth-gate.tsx'
import { PageFrame } from './page-frame.tsx'
import { publicPages } from './routes.tsx'

const Toaster = lazy(async () => ({ default: (await import('#web/ui/toaster.tsx')).Toaster }))

/** Loads the toaster with the first toast: most public pages never show one. */
const LazyToaster = () =>
  useSyncExternalStore(toastStore.subscribe, toastStore.read) && (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  )

const NativeSignInWaiting = lazy(async () => ({ default: (await import('./auth/native-sign-in-dialog.tsx')).NativeSignInDialog }))

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
