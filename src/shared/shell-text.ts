import { getListPath, needsSignIn, recurringInvoicesPath, trimTrailingSlash } from './paths.ts'
import { getRecordHeading, recordTypeNames } from './record-types.ts'

export type ShellText = {
  heading: string
  firstLine: string
}

const texts: Record<string, ShellText> = {
  '/': { heading: 'Dashboard', firstLine: 'Welcome to your business dashboard' },
  ...Object.fromEntries(
    recordTypeNames.map((name) => [`/${name}`, { heading: getRecordHeading(name), firstLine: `Loading ${name.replace('-', ' ')}...` }]),
  ),
  [recurringInvoicesPath]: { heading: 'Recurring Invoices', firstLine: 'Loading recurring invoices...' },
  '/reports': { heading: 'Reports', firstLine: '' },
  '/books': { heading: 'Books', firstLine: '' },
  '/business-profile': { heading: 'Business Profile', firstLine: '' },
  '/users': { heading: 'Users', firstLine: '' },
  '/account': { heading: 'Account', firstLine: '' },
  '/help': { heading: 'Help', firstLine: '' },
}

/** Rendered by the server into the skeleton of a signed-in page, until the app has started; undefined for any other path. */
export const getShellText = (path: string): ShellText | undefined => {
  const page = trimTrailingSlash(path)
  if (page !== '/' && !needsSignIn(page)) return undefined
  const textPath = page === '/dashboard' ? '/' : page.startsWith('/books/') ? '/books' : (getListPath(page) ?? page)
  return texts[textPath] ?? { heading: '', firstLine: '' }
}
