import { expect, test } from 'vitest'
import { needsSignIn } from '#shared/paths.ts'
import { pageAt, recordPageAt, shellPages } from './routes.tsx'

const order = [
  'Dashboard',
  'Invoices',
  'Estimates',
  'Customers',
  'Items & Services',
  'Expenses',
  'Reports',
  'Business Profile',
  'Users',
  'Subscription',
  'Billing',
]

test('the navigation keeps its order, whichever pages exist', () => {
  const labels = shellPages.map((page) => page.nav.label)
  expect(labels).toEqual(order.filter((label) => labels.includes(label)))
})

test('every page but the dashboard sends visitors to sign in', () => {
  for (const { path } of shellPages.filter((page) => page.path !== '/'))
    expect([path, needsSignIn(path), needsSignIn(`${path}/`)]).toEqual([path, true, true])
})

test('a path finds its page, with a slash at the end too; an unknown one finds none', () => {
  expect(pageAt('/dashboard')).toBe(pageAt('/'))
  expect(pageAt('/customers/')?.heading).toBe('Customers')
  expect(pageAt('/nope')).toBeUndefined()
})

test('a record has a page of its own, below its list; what is no record has none', () => {
  expect(pageAt('/customers/5')).toBe(pageAt('/customers'))
  expect(recordPageAt('/customers/5')?.title).toBe('Customer')
  expect([needsSignIn('/customers/5'), needsSignIn('/customers/5/')]).toEqual([true, true])
  for (const path of ['/customers', '/customers/', '/customers/0', '/customers/x', '/customers/5/6', '/items/5'])
    expect([path, recordPageAt(path)]).toEqual([path, undefined])
  expect([pageAt('/customers/x'), needsSignIn('/customers/x')]).toEqual([undefined, false])
})
