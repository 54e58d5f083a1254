import { platform } from '../lib/native/platform.ts'

const loadNative = () => import('./native-sign-in.ts')

/** Has a visitor sign in and come back to this path: here, or out of the native shell in the system's browser. */
export const toSignIn = async (returnTo: string): Promise<void> => {
  if (platform === 'web') return location.replace(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
  const { resumeNativeSignIn, signInNatively } = await loadNative()
  if (!resumeNativeSignIn()) await signInNatively(returnTo)
}

/** Shows a visitor the sign-in that he has begun in the system's browser, if he has. */
export const resumeSignIn = async (): Promise<void> => {
  if (platform !== 'web') (await loadNative()).resumeNativeSignIn()
}
