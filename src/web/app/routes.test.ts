import { expect, test } from 'vitest'
import { isAppPage } from '#shared/app-pages.ts'
import { booksTabs } from '#shared/books-paths.ts'
import { needsSignIn } from '#shared/paths.ts'
import { getShellText } from '#shared/shell-text.ts'
import {
  accountPage,
  booksPage,
  findPage,
  findRecordPage,
  findTitle,
  getHeading,
  getNavPages,
  headerMenu,
  helpPage,
  publicPages,
  recurringInvoicesPage,
  shellPages,
} from './routes.tsx'

const order = [
  'Dashboard',
  'Invoices',
  'Estimates',
  'Customers',
  'Items & Services',
  'Expenses',
  'Reports',
  'Books',
  'Business Profile',
  'Users',
  'Subscription',
  'Billing',
]

test('the navigation has a fixed order', () => {
  const labels = shellPages.map((page) => page.nav.label)
  expect(labels).toEqual(order.filter((label) => labels.includes(label)))
})

test('the phone menu lists Settings first', () => {
  expect(headerMenu.map(({ label, path }) => [label, path])).toEqual([
    ['Settings', '/business-profile'],
    ['Reports', '/reports'],
  ])
})

test('only the admin sees the Users entry; the path works for every user', () => {
  const paths = (isAdmin: boolean) => getNavPages({ isAdmin }).map(({ path }) => path)
  expect(paths(true)).toEqual(shellPages.map(({ path }) => path))
  expect(paths(false)).toEqual(paths(true).filter((path) => path !== '/users'))
  expect(paths(true)).toContain('/users')
  expect([getHeading(findPage('/users')!), needsSignIn('/users')]).toEqual(['Users', true])
})

test('every page but the dashboard redirects visitors to sign-in', () => {
  for (const { path } of [...shellPages.filter((page) => page.path !== '/'), accountPage])
    expect([path, needsSignIn(path), needsSignIn(`${path}/`)]).toEqual([path, true, true])
})

test('a path finds its page, with or without a trailing slash; an unknown path finds none', () => {
  expect(findPage('/dashboard')).toBe(findPage('/'))
  expect(getHeading(findPage('/customers/')!)).toBe('Customers')
  expect(findPage('/nope')).toBeUndefined()
})

test('a record has its own page below its list; other paths have none', () => {
  expect(findPage('/customers/5')).toBe(findPage('/customers'))
  expect(findRecordPage('/customers/5')?.title).toBe('Customer')
  expect([needsSignIn('/customers/5'), needsSignIn('/customers/5/')]).toEqual([true, true])
  for (const path of ['/customers', '/customers/', '/customers/0', '/customers/x', '/customers/5/6', '/items/5'])
    expect([path, findRecordPage(path)]).toEqual([path, undefined])
  expect([findPage('/customers/x'), needsSignIn('/customers/x')]).toEqual([undefined, false])
})

test('the server knows the same pages, and answers any other path with status 404', () => {
  const pages = ['/', '/dashboard', '/customers/', '/customers/5', '/invoices/5', '/books/accounts/1200', '/help', '/recurring-invoices/5']
  for (const path of [...shellPages, accountPage, booksPage, helpPage, recurringInvoicesPage].map((page) => page.path).concat(pages))
    expect([path, isAppPage(path), findPage(path) !== undefined]).toEqual([path, true, true])
  for (const path of ['/nope', '/customers/x', '/customers/5/6', '/items/5', '/books/x', '/books/close/1', '/invoices.php'])
    expect([path, isAppPage(path), findPage(path)]).toEqual([path, false, undefined])
  for (const { path } of publicPages) expect([path, isAppPage(path.replace(':id', 'A-b_9'))]).toEqual([path, true])
})

test('the account has a path and a title, and no navigation entry', () => {
  expect(findPage('/account/')).toBe(accountPage)
  expect([accountPage.title, getHeading(accountPage)]).toEqual(['Account', 'Account'])
  expect(shellPages.map(({ path }) => path)).not.toContain('/account')
})

test('recurring invoices have a path and a title, and no navigation entry; each opens beside the list', () => {
  for (const path of ['/recurring-invoices', '/recurring-invoices/', '/recurring-invoices/5'])
    expect([path, findPage(path), needsSignIn(path), findTitle(path)]).toEqual([path, recurringInvoicesPage, true, 'Recurring Invoices'])
  expect(findPage('/recurring-invoices/x')).toBeUndefined()
  expect(shellPages.map(({ path }) => path)).not.toContain('/recurring-invoices')
})

test('the shell text names each page as its header does', () => {
  for (const page of [...shellPages, accountPage, helpPage, recurringInvoicesPage])
    expect([page.path, getShellText(page.path)?.heading]).toEqual([page.path, getHeading(page) ?? ''])
  expect(getShellText('/nowhere')).toBeUndefined()
})

test('each tab of the books has a path and a title, and so has each ledger account', () => {
  const paths = [...booksTabs.map(({ path }) => path), '/books/accounts/1200', '/books/close/']
  for (const path of paths)
    expect([path, findPage(path), needsSignIn(path), getShellText(path)?.heading]).toEqual([path, booksPage, true, 'Books'])
  expect(['/books', '/books/trial-balance', '/books/accounts/1200', '/reports'].map(findTitle)).toEqual([
    'Books',
    'Trial balance',
    'Accounts',
    'Reports',
  ])
  for (const path of ['/books/x', '/books/accounts/12', '/books/accounts/1200/x', '/books/close/1'])
    expect([path, findPage(path), findTitle(path)]).toEqual([path, undefined, 'Page not found'])
})
