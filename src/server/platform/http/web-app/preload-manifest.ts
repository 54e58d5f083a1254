import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getListPath, getRecordId, payPath, trimTrailingSlash } from '#shared/paths.ts'

const guests = ['pay-invoice', 'review-estimate', 'confirm-email', 'payment-success', 'subscription-success']

/** The parts of the app that the page at this path begins with, as the build names them. */
const partsOf = (path: string, signedIn: boolean): string[] => {
  if (path.startsWith(payPath(''))) return ['main', 'pay-page']
  const first = trimTrailingSlash(path).split('/')[1] ?? ''
  if (guests.includes(first)) return ['main', 'app', `${first}-page`]
  if (!signedIn) return first === '' ? ['main', 'landing-page'] : ['main', 'app']
  // A paper opens beside its list; a customer has a page of his own.
  const isCustomer = getListPath(path) === '/customers' && getRecordId(path) !== undefined
  return ['main', 'app', 'shell', isCustomer ? 'customer-page' : `${first || 'dashboard'}-page`]
}

/**
 * Reads what the build wrote down.
 * @returns the links by which a page names its scripts at once, instead of the browser finding one in the other; none for what the build doesn't know
 */
export const createPreloadLinks = (dist: string): ((path: string, signedIn: boolean) => string) => {
  const file = join(dist, 'preload-manifest.json')
  const lists = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>) : {}
  // The letters come after the scripts: others of the same width stand in for them.
  const fonts = (lists.fonts ?? []).map(
    (name) => `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="/${name}">`,
  )
  return (path, signedIn) => {
    const scripts = new Set(partsOf(path, signedIn).flatMap((part) => lists[part] ?? []))
    return [...[...scripts].map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`), ...fonts].join('')
  }
}
