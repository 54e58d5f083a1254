import { getNonce } from 'get-nonce'
import { toTrustedScriptUrl } from './trusted-script.ts'

const underway = new Map<string, Promise<void>>()
const patienceMs = 20_000

const insert = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const end = (error?: Error) => {
      clearTimeout(timer)
      if (!error) return resolve()
      script.remove()
      reject(error)
    }
    const timer = setTimeout(() => end(new Error(`${src} took too long to load`)), patienceMs)
    script.onload = () => end()
    script.onerror = () => end(new Error(`${src} could not be loaded`))
    // PayPal's script gives the styles that it adds this nonce; without it the page's policy refuses them.
    const nonce = getNonce()
    if (nonce) script.dataset.cspNonce = nonce
    script.src = toTrustedScriptUrl(src)
    document.head.append(script)
  })

/**
 * Loads a script into the page, once however often it is asked for; one that failed is fetched again the next time.
 * @throws Error when it can't be loaded: blocked, offline, or too slow
 */
export const loadScript = (src: string): Promise<void> => {
  const known = underway.get(src)
  if (known) return known
  const load = insert(src)
  underway.set(src, load)
  load.catch(() => underway.delete(src))
  return load
}
