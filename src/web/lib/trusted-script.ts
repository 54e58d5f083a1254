import { workerPath } from '#shared/service-worker.ts'

/** The service worker and the payment simulators. */
const isAllowed = (address: string): boolean => {
  const { origin, pathname } = new URL(address, location.href)
  return origin === location.origin && (pathname === workerPath || /^\/sandbox\/(stripe|paypal)\/[\w./-]+\.js$/.test(pathname))
}

/** TrustedScriptURLs, typed as the strings they convert to. */
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
 * The content security policy allows no other way to create scripts; pages that load other origins' scripts enforce no trusted types.
 * @throws TypeError for an address of this origin that pages may not load as a script
 */
export const toTrustedScriptUrl = (address: string): string => {
  if (new URL(address, location.href).origin !== location.origin) return address
  policy ??= makePolicy()
  return policy?.createScriptURL(address) ?? address
}
