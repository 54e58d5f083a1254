import { platform } from '#web/lib/native/platform.ts'

const loadNative = () => import('./native-sign-in.ts')

export const startSignIn = async (returnTo: string): Promise<void> => {
  if (platform === 'web') return location.replace(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
  const { resumeNativeSignIn, signInNatively } = await loadNative()
  if (!resumeNativeSignIn()) await signInNatively(returnTo)
}

export const resumeSignIn = async (): Promise<void> => {
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
