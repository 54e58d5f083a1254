import { Hourglass } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { needsSignIn } from '#shared/paths.ts'
import { ApiError, getServerMessage } from '#web/lib/api/client.ts'
import { clearOfflineCache } from '#web/lib/offline/clear-cache.ts'
import { useAuthState } from '#web/lib/session/current-user.ts'
import { isSignOutPending } from '#web/lib/session/pending-sign-out.ts'
import { Brand } from '#web/ui/brand.tsx'
import { Button } from '#web/ui/button.tsx'
import { resumeSignIn, startSignIn } from './auth/sign-in.ts'
import { lazyPage } from './lazy-page.ts'
import { PageFrame } from './page-frame.tsx'
import { findPage, findRecordPage, landing, notFound } from './routes.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'

const reason = (error: unknown): string =>
  error === undefined
    ? 'The server is slow to answer. This page goes on by itself as soon as it does.'
    : error instanceof ApiError
      ? getServerMessage(error, 'The server could not say who is signed in. This page keeps asking.')
      : "The server can't be reached. Check your connection; this page keeps asking."

/** Stands in while nobody knows yet who is signed in: a slow server is never taken for 'signed out'. */
const ServerUnavailable = ({ error, retry }: { error: unknown; retry: () => void }) => (
  <main className="grid min-h-dvh place-items-center bg-canvas p-6">
    <div role="alert" className="flex max-w-sm flex-col items-center gap-2 text-center">
      <Brand />
      <Hourglass className="mt-6 size-6 text-muted" aria-hidden />
      <h1 className="font-semibold text-lg">{error === undefined ? 'The server is slow' : 'The server has a problem'}</h1>
      <p className="text-muted text-sm">{reason(error)}</p>
      <Button variant="secondary" className="mt-3" onClick={retry}>
        Try again
      </Button>
    </div>
  </main>
)

const shell = lazyPage(async () => ({ default: (await import('./shell.tsx')).Shell }))
// Fetched beside the call that says who is signed in, not after it.
if (document.documentElement.dataset.signedIn !== 'no')
  for (const part of [shell, findRecordPage(location.pathname) ?? findPage(location.pathname) ?? notFound]) part.load().catch(() => {})

/** Signed-in people get the app, visitors the landing page; a page that needs an account sends them to sign in and back. */
export const AuthGate = () => {
  const who = useAuthState()
  const [path] = useLocation()
  const isNobody = who.state === 'nobody'
  useEffect(() => {
    // The session may have been ended from elsewhere: nothing that it showed stays on this device.
    if (!isNobody) return
    void clearOfflineCache()
    void resumeSignIn()
  }, [isNobody])
  if (who.state === 'nobody') return needsSignIn(path) && !isSignOutPending() ? <ToLogin /> : <Landing />
  if (who.state === 'loading') return <ShellSkeleton />
  if (who.state === 'slow' || who.state === 'failed')
    return <ServerUnavailable error={who.state === 'failed' ? who.error : undefined} retry={who.retry} />
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <shell.Page user={who.user} />
    </Suspense>
  )
}

const Landing = () => (
  <PageFrame title={landing.title} waiting={null}>
    <landing.Page />
  </PageFrame>
)

const ToLogin = () => {
  useEffect(() => {
    void startSignIn(location.pathname + location.search)
  }, [])
  return <ShellSkeleton />
}
