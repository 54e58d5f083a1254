import { getListPath, needsSignIn, trimTrailingSlash } from './paths.ts'

export type ShellText = {
  /** The page's title in the header; '' where the header shows something else. */
  heading: string
  /** The first line of the page while it loads. */
  firstLine: string
}

const list = (heading: string, noun: string): ShellText => ({ heading, firstLine: `Loading ${noun}...` })

const words: Record<string, ShellText> = {
  '/': { heading: 'Dashboard', firstLine: 'Welcome to your business dashboard' },
  '/invoices': list('Invoices', 'invoices'),
  '/estimates': list('Estimates', 'estimates'),
  '/customers': list('Customers', 'customers'),
  '/items': list('Items & Services', 'items'),
  '/expenses': list('Expenses', 'expenses'),
  '/reports': { heading: 'Reports', firstLine: '' },
  '/books': { heading: 'Books', firstLine: '' },
  '/business-profile': { heading: 'Business Profile', firstLine: '' },
  '/users': { heading: 'Users', firstLine: '' },
}

/**
 * The text that the server renders into the skeleton of a signed-in page, shown until the app has started.
 * @returns undefined for any other path
 */
export const getShellText = (path: string): ShellText | undefined => {
  const place = trimTrailingSlash(path)
  if (place !== '/' && !needsSignIn(place)) return undefined
  return words[place === '/dashboard' ? '/' : (getListPath(place) ?? place)] ?? { heading: '', firstLine: '' }
}
