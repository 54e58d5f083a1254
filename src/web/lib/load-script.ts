import { getNonce } from 'get-nonce'
import { toTrustedScriptUrl } from './trusted-script.ts'

const loading = new Map<string, Promise<void>>()
const timeoutMs = 20_000

const insert = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const end = (error?: Error) => {
      clearTimeout(timer)
      if (!error) return resolve()
      script.remove()
      reject(error)
    }
    const timer = setTimeout(() => end(new Error(`${src} took too long to load`)), timeoutMs)
    script.onload = () => end()
    script.onerror = () => end(new Error(`${src} could not be loaded`))
    // PayPal's script gives its style elements this nonce; without it the content security policy rejects them.
    const nonce = getNonce()
    if (nonce) script.dataset.cspNonce = nonce
    script.src = toTrustedScriptUrl(src)
    document.head.append(script)
  })

/** A failed script is fetched again on the next request. @throws Error when it can't be loaded: blocked, offline, or too slow */
export const loadScript = (src: string): Promise<void> => {
  const known = loading.get(src)
  if (known) return known
  const load = insert(src)
  loading.set(src, load)
  load.catch(() => loading.delete(src))
  return load
}
