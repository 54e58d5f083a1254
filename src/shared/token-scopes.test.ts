import { expect, test } from 'vitest'
import { getRequiredScopes, mayWrite, scopeAreas, scopes } from './token-scopes.ts'

test('an endpoint requires the read or write scope of its area', () => {
  const asked = (call: string) => {
    const [method = '', path = ''] = call.split(' ')
    return getRequiredScopes({ method, path })
  }
  expect(asked('GET /api/customers')).toEqual(['customers:read'])
  expect(asked('POST /api/customers/:id/restore')).toEqual(['customers:write'])
  expect(asked('GET /api/customers/:id/invoices')).toEqual(['invoices:read'])
  expect(asked('POST /api/estimates/:id/convert')).toEqual(['estimates:write', 'invoices:write'])
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
