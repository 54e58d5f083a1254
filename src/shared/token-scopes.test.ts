import { expect, test } from 'vitest'
import { getRequiredScopes, mayWrite, scopeAreas, scopes } from './token-scopes.ts'

test('a call asks for the right of its area and of what it does there', () => {
  const asked = (call: string) => {
    const [method = '', path = ''] = call.split(' ')
    return getRequiredScopes({ method, path })
  }
  expect(asked('GET /api/customers')).toEqual(['customers:read'])
  expect(asked('POST /api/customers/:id/restore')).toEqual(['customers:write'])
  expect(asked('GET /api/customers/:id/invoices')).toEqual(['invoices:read'])
  expect(asked('POST /api/estimates/:id/convert')).toEqual(['estimates:write', 'invoices:write'])
  expect(asked('GET /api/business-profile')).toEqual(['profile:read'])
  // What only reads is written by nobody's token.
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
  // A name that only begins alike is another call, of which nobody has decided.
  expect(() => asked('GET /api/customersandmore')).toThrow('token-scopes.ts')
})

test('every scope belongs to an area that people can choose, and each area can be read', () => {
  expect(scopeAreas.flatMap(({ area }) => [`${area}:read`, ...(mayWrite(area) ? [`${area}:write`] : [])]).sort()).toEqual(
    [...scopes].sort(),
  )
})
