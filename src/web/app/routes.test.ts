import { expect, test } from 'vitest'
import { signedInPaths } from '#shared/paths.ts'
import { pageAt, shellPages } from './routes.tsx'

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
  for (const { path } of shellPages.filter((page) => page.path !== '/')) expect(signedInPaths).toContain(path)
})

test('a path finds its page, with a slash at the end too; an unknown one finds none', () => {
  expect(pageAt('/dashboard')).toBe(pageAt('/'))
  expect(pageAt('/customers/')?.heading).toBe('Customers')
  expect(pageAt('/nope')).toBeUndefined()
})
