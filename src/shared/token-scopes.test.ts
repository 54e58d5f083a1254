import { expect, test } from 'vitest'
import { changeTopics } from './server-events.ts'
import { getRequiredScopes, getWriteScope, mayWrite, scopeAreas, scopes } from './token-scopes.ts'

test('an endpoint requires the read or write scope of its area', () => {
  const asked = (call: string) => {
    const [method = '', path = ''] = call.split(' ')
    return getRequiredScopes({ method, path })
  }
  expect(asked('GET /api/customers')).toEqual(['customers:read'])
  expect(asked('POST /api/customers/:id/restore')).toEqual(['customers:write'])
  expect(asked('GET /api/customers/:id/invoices')).toEqual(['invoices:read'])
  expect(asked('POST /api/estimates/:id/convert')).toEqual(['estimates:write', 'invoices:write'])
  expect(asked('POST /api/estimates/:id/progress')).toEqual(['estimates:write', 'invoices:write'])
  expect(asked('GET /api/estimates/:id/progress')).toEqual(['estimates:read'])
  expect(asked('POST /api/customers/:id/reminders/stop')).toEqual(['invoices:write', 'customers:write'])
  expect(asked('POST /api/customers/:id/credit/apply')).toEqual(['invoices:write'])
  expect(asked('POST /api/customers/:id/payments')).toEqual(['invoices:write'])
  expect(asked('GET /api/customers/:id/credit')).toEqual(['customers:read'])
  expect(asked('GET /api/business-profile')).toEqual(['profile:read'])
  // Read-only areas have no write scope.
  for (const call of [
    'POST /api/business-profile',
    'PUT /api/business-profiles/logo',
    'POST /api/reports/statement-emails',
    'POST /api/invoices/:id/payments/:paymentId/refund',
    'POST /api/account/tokens',
    'GET /api/admin/users',
    'POST /api/invoices/:ref/paypal-order',
  ])
    expect([call, asked(call)]).toEqual([call, null])
  // A path with a common prefix is a different endpoint without a rule.
  expect(() => asked('GET /api/customersandmore')).toThrow('token-scopes.ts')
})

test('every scope belongs to a selectable area, and each area can be read', () => {
  expect(scopeAreas.flatMap(({ area }) => [`${area}:read`, ...(mayWrite(area) ? [`${area}:write`] : [])]).sort()).toEqual(
    [...scopes].sort(),
  )
})

test('a change needs the scope of its kind of data', () => {
  expect(changeTopics.flatMap((topic) => (getWriteScope(topic) === null ? [topic] : []))).toEqual([
    'statements',
    'profile',
    'books',
    'account',
  ])
  expect((['invoices', 'payments', 'reminders', 'late-fees', 'recurring-invoices', 'exchange-rates'] as const).map(getWriteScope)).toEqual(
    Array(6).fill('invoices:write'),
  )
  expect((['credit-notes', 'tax-rates', 'customers'] as const).map(getWriteScope)).toEqual([
    'credit-notes:write',
    'items:write',
    'customers:write',
  ])
})
