import { listOf, needsSignIn, trimmed } from './paths.ts'

export type FirstWords = {
  /** The page's name, as its header says it; '' where the header says something else. */
  heading: string
  /** What stands first on it, in the words that it has while it loads. */
  line: string
}

const list = (heading: string, noun: string): FirstWords => ({ heading, line: `Loading ${noun}...` })

const words: Record<string, FirstWords> = {
  '/': { heading: 'Dashboard', line: 'Welcome to your business dashboard' },
  '/invoices': list('Invoices', 'invoices'),
  '/estimates': list('Estimates', 'estimates'),
  '/customers': list('Customers', 'customers'),
  '/items': list('Items & Services', 'items'),
  '/expenses': list('Expenses', 'expenses'),
  '/reports': { heading: 'Reports', line: '' },
  '/books': { heading: 'Books', line: '' },
  '/business-profile': { heading: 'Business Profile', line: '' },
  '/users': { heading: 'Users', line: '' },
}

/**
 * What a page for signed-in people says before the app is there to draw it: the server writes it into the page's outline.
 * @returns undefined for a path that is none of those pages
 */
export const firstWords = (path: string): FirstWords | undefined => {
  const place = trimmed(path)
  if (place !== '/' && !needsSignIn(place)) return undefined
  return words[place === '/dashboard' ? '/' : (listOf(place) ?? place)] ?? { heading: '', line: '' }
}
