import { workerPath } from '#shared/service-worker.ts'

/** What this server itself serves and pages add while they run: the service worker, and what stands in for the payment providers. */
const isOwn = (address: string): boolean => {
  const { origin, pathname } = new URL(address, location.href)
  return origin === location.origin && (pathname === workerPath || /^\/sandbox\/(stripe|paypal)\/[\w./-]+\.js$/.test(pathname))
}

/** What it makes is a TrustedScriptURL, which stands for its text wherever there is one. */
type Policy = { createScriptURL(address: string): string }
type Types = { createPolicy(name: string, rules: Policy): Policy }

const makePolicy = (): Policy | undefined =>
  (window as { trustedTypes?: Types }).trustedTypes?.createPolicy('billfold', {
    createScriptURL: (address) => {
      if (!isOwn(address)) throw new TypeError(`${address} is no script of this server`)
      return address
    },
  })
let policy: Policy | undefined

/**
 * The address of a script in the type that the page's content policy asks for. It is the only way there: markup can't be made of text at all. On pages
 * with scripts from elsewhere nothing is asked for, and theirs pass as they are.
 * @throws TypeError for an address of this server that is no script which pages add
 */
export const toTrustedScriptUrl = (address: string): string => {
  if (new URL(address, location.href).origin !== location.origin) return address
  policy ??= makePolicy()
  return policy?.createScriptURL(address) ?? address
}
