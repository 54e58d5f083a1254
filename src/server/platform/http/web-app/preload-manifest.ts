import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getListPath, getRecordId, payPath, trimTrailingSlash } from '#shared/paths.ts'
import { documentInfo } from '#shared/record-types.ts'

const standalonePages = [
  ...Object.values(documentInfo).map(({ publicPath }) => publicPath.slice(1)),
  ...['confirm-email', 'payment-success', 'subscription-success'],
]

const getEntries = (path: string, signedIn: boolean): string[] => {
  if (path.startsWith(payPath(''))) return ['main', 'pay-page']
  const first = trimTrailingSlash(path).split('/')[1] ?? ''
  if (standalonePages.includes(first)) return ['main', 'app', `${first}-page`]
  if (!signedIn) return first === '' ? ['landing'] : ['main', 'app']
  // Other records open in a panel beside their list; a customer has a page of its own.
  const isCustomer = getListPath(path) === '/customers' && getRecordId(path) !== undefined
  return ['main', 'app', 'shell', isCustomer ? 'customer-page' : `${first || 'dashboard'}-page`]
}

/** The browser loads scripts at once instead of finding one in the other. '' for what is not in the manifest. */
export const createPreloadLinks = (dist: string): ((path: string, signedIn: boolean) => string) => {
  const file = join(dist, 'preload-manifest.json')
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>) : {}
  // Fonts have low priority: fallback fonts of the same width are shown until they arrive.
  const fonts = (manifest.fonts ?? []).map(
    (name) => `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="/${name}">`,
  )
  return (path, signedIn) => {
    const scripts = new Set(getEntries(path, signedIn).flatMap((entry) => manifest[entry] ?? []))
    const links = [...scripts].map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`)
    // Customers open the pay page once: the amount in the fallback font comes before Inter.
    return [...links, ...(path.startsWith(payPath('')) ? [] : fonts)].join('')
  }
}
