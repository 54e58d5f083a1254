import { platform } from '#web/lib/native/platform.ts'

const loadNative = () => import('./native-sign-in.ts')

/** Has a visitor sign in and come back to this path: here, or out of the native shell in the system's browser. */
export const startSignIn = async (returnTo: string): Promise<void> => {
  if (platform === 'web') return location.replace(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
  const { resumeNativeSignIn, signInNatively } = await loadNative()
  if (!resumeNativeSignIn()) await signInNatively(returnTo)
}

/** Shows a visitor the sign-in that he has begun in the system's browser, if he has. */
export const resumeSignIn = async (): Promise<void> => {
  if (platform !== 'web') (await loadNative()).resumeNativeSignIn()
}

const onClick = (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/api/login"]') : null
  if (!link) return
  event.preventDefault()
  // Nobody else makes something of it: the link opens no page here.
  event.stopPropagation()
  const asked = new URL(link.href).searchParams
  const returnTo = asked.get('returnTo') ?? location.pathname + location.search
  void loadNative().then(({ signInNatively }) => signInNatively(returnTo, asked.get('create') === '1'))
}

// From the page's first moment on: a link that is quicker would sign in inside the shell.
if (platform !== 'web') window.addEventListener('click', onClick, true)
