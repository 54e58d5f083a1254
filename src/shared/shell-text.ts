import { getListPath, needsSignIn, trimTrailingSlash } from './paths.ts'

export type ShellText = {
  /** The page's name, as its header says it; '' where the header says something else. */
  heading: string
  /** What stands first on it, in the words that it has while it loads. */
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
 * What a page for signed-in people says before the app is there to draw it: the server writes it into the page's outline.
 * @returns undefined for a path that is none of those pages
 */
export const getShellText = (path: string): ShellText | undefined => {
  const place = trimTrailingSlash(path)
  if (place !== '/' && !needsSignIn(place)) return undefined
  return words[place === '/dashboard' ? '/' : (getListPath(place) ?? place)] ?? { heading: '', firstLine: '' }
}
