import { workerPath } from '#shared/service-worker.ts'

/** The scripts of this origin that pages add at run time: the service worker and the payment simulators. */
const isAllowed = (address: string): boolean => {
  const { origin, pathname } = new URL(address, location.href)
  return origin === location.origin && (pathname === workerPath || /^\/sandbox\/(stripe|paypal)\/[\w./-]+\.js$/.test(pathname))
}

/** Creates TrustedScriptURLs, typed as the strings they convert to. */
type Policy = { createScriptURL(address: string): string }
type Types = { createPolicy(name: string, rules: Policy): Policy }

const makePolicy = (): Policy | undefined =>
  (window as { trustedTypes?: Types }).trustedTypes?.createPolicy('billfold', {
    createScriptURL: (address) => {
      if (!isAllowed(address)) throw new TypeError(`${address} is not a script that this page may load`)
      return address
    },
  })
let policy: Policy | undefined

/**
 * Converts a script's address to the TrustedScriptURL that the content security policy requires. The policy allows no other way to create
 * scripts, and no HTML from strings. Scripts of other origins are returned unchanged: pages that load them enforce no trusted types.
 * @throws TypeError for an address of this origin that pages may not load as a script
 */
export const toTrustedScriptUrl = (address: string): string => {
  if (new URL(address, location.href).origin !== location.origin) return address
  policy ??= makePolicy()
  return policy?.createScriptURL(address) ?? address
}
