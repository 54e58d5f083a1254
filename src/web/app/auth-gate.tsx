import { Hourglass } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { needsSignIn } from '#shared/paths.ts'
import { ApiError, getServerMessage } from '#web/lib/api/client.ts'
import { platform } from '#web/lib/native/platform.ts'
import { clearOfflineCache } from '#web/lib/offline/clear-cache.ts'
import { useAuthState } from '#web/lib/session/current-user.ts'
import { HomeCurrency } from '#web/lib/session/home-currency.tsx'
import { isSignOutPending } from '#web/lib/session/pending-sign-out.ts'
import { Brand } from '#web/ui/brand.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyPage } from './lazy-page.ts'
import { PageFrame } from './page-frame.tsx'
import { findPage, findRecordPage, landing, notFound } from './routes.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'

const getReason = (error: unknown): string =>
  error === undefined
    ? 'The server is taking longer than usual. This page continues automatically.'
    : error instanceof ApiError
      ? getServerMessage(error, "We couldn't confirm that you are signed in. Retrying.")
      : "The server can't be reached. Check your connection. Retrying automatically."

/** A slow server is not treated as "signed out". */
const ServerUnavailable = ({ error, retry }: { error: unknown; retry: () => void }) => (
  <main className="grid min-h-dvh place-items-center bg-canvas p-6">
    <div role="alert" className="flex max-w-sm flex-col items-center gap-2 text-center">
      <Brand />
      <Hourglass className="mt-6 size-6 text-muted" aria-hidden />
      <h1 className="font-semibold text-lg">{error === undefined ? 'The server is slow' : 'The server has a problem'}</h1>
      <p className="text-muted text-sm">{getReason(error)}</p>
      <Button variant="secondary" className="mt-3" onClick={retry}>
        Try again
      </Button>
    </div>
  </main>
)

const loadNative = () => import('./auth/native-sign-in.ts')

const startSignIn = async (returnTo: string): Promise<void> => {
  if (platform === 'web') return location.replace(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
  const { resumeNativeSignIn, signInNatively } = await loadNative()
  if (!resumeNativeSignIn()) await signInNatively(returnTo)
}

const resumeSignIn = async (): Promise<void> => {
  if (platform !== 'web') (await loadNative()).resumeNativeSignIn()
}

const onClick = (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/api/login"]') : null
  if (!link) return
  event.preventDefault()
  // Keeps the router from opening the link as a page.
  event.stopPropagation()
  const query = new URL(link.href).searchParams
  const returnTo = query.get('returnTo') ?? location.pathname + location.search
  void loadNative().then(({ signInNatively }) => signInNatively(returnTo, query.get('create') === '1'))
}

// Registered as the script loads: a click before that would sign in inside the web view.
if (platform !== 'web') window.addEventListener('click', onClick, true)

const shell = lazyPage(async () => ({ default: (await import('./shell.tsx')).Shell }))
// Loads the shell and the page in parallel with the current-user call.
if (document.documentElement.dataset.signedIn !== 'no')
  for (const part of [shell, findRecordPage(location.pathname) ?? findPage(location.pathname) ?? notFound]) part.load().catch(() => {})

export const AuthGate = () => {
  const auth = useAuthState()
  const [path] = useLocation()
  const isSignedOut = auth.state === 'signed-out'
  useEffect(() => {
    // The session may have ended elsewhere: cached data of that session is deleted from this device.
    if (!isSignedOut) return
    void clearOfflineCache()
    void resumeSignIn()
  }, [isSignedOut])
  if (auth.state === 'signed-out') return needsSignIn(path) && !isSignOutPending() ? <RedirectToSignIn /> : <Landing />
  if (auth.state === 'loading') return <ShellSkeleton />
  if (auth.state === 'slow' || auth.state === 'failed')
    return <ServerUnavailable error={auth.state === 'failed' ? auth.error : undefined} retry={auth.retry} />
  return (
    <HomeCurrency value={auth.user.currency}>
      <Suspense fallback={<ShellSkeleton />}>
        <shell.Page user={auth.user} />
      </Suspense>
    </HomeCurrency>
  )
}

const Landing = () => (
  <PageFrame title={landing.title} waiting={null}>
    <landing.Page />
  </PageFrame>
)

const RedirectToSignIn = () => {
  useEffect(() => {
    void startSignIn(location.pathname + location.search)
  }, [])
  return <ShellSkeleton />
}
