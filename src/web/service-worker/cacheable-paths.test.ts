import { expect, test } from 'vitest'
import { changesSession, isCacheable } from './cacheable-paths.ts'

const at = (path: string) => new URL(path, 'https://billfold.example')

test.each([
  '/api/auth/user',
  '/api/invoices?limit=50&status=sent&sort=newest',
  '/api/invoices/5',
  '/api/invoices/5/history',
  '/api/items/5/history',
  '/api/invoices/next-number',
  '/api/estimates?limit=50&after=abc',
  '/api/customers?search=',
  '/api/customers/7/figures',
  '/api/items/categories',
  '/api/expenses/3',
  '/api/dashboard',
  '/api/reports?type=profit&from=2026-01-01',
  '/api/reports/documents?figure=income',
  '/api/business-profile',
  '/api/tax-rates?archived=true',
  '/objects/logos/4/abc.png',
])('%s is cacheable', (path) => expect(isCacheable(at(path))).toBe(true))

test.each([
  '/api/live',
  '/api/search?q=ada',
  '/api/customers?search=ada',
  '/api/invoices/export?format=csv',
  '/api/invoices/5/pdf',
  '/api/invoices/5/receipt',
  '/api/invoices/5/email-preview',
  '/api/reports/export?type=profit',
  '/api/receipts/3',
  '/api/account',
  '/api/account/sessions',
  '/api/account/exports/4/download',
  '/api/admin/users',
  '/api/billing',
  '/api/public/invoice/AAAAAAAAAAAAAAAAAAAAAAAA',
  '/api/public/invoice/AAAAAAAAAAAAAAAAAAAAAAAA/logo',
  '/api/invoices/AAAAAAAAAAAAAAAAAAAAAAAA/paypal-setup',
  '/api/login?returnTo=/',
  '/objects/uploads/4/x',
  '/pay-invoice/AAAA',
  '/dev/mailbox',
  '/api/auth/user/more',
  '/x/api/auth/user',
])('%s is not cacheable', (path) => expect(isCacheable(at(path))).toBe(false))

test('sign-in, sign-out and account deletion change the session; nothing else does', () => {
  for (const path of [
    '/api/login',
    '/api/login?returnTo=/',
    '/api/login/callback?code=x',
    '/api/login/app',
    '/api/logout',
    '/api/account/delete',
  ])
    expect([path, changesSession(at(path))]).toEqual([path, true])
  for (const path of ['/api/logins', '/api/account', '/api/auth/user', '/api/account/deletion'])
    expect([path, changesSession(at(path))]).toEqual([path, false])
})
