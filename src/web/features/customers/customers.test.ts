import { expect, test } from 'vitest'
import { customers } from './customers.ts'

test('the search covers name, email, company, VAT id and registration id, the ids as written and without separators', () => {
  const ids = { vatId: 'DE 136 695 976', registrationId: 'HRB-7.421' }
  const row = { name: 'Weber', email: 'office@weber.example', company: null, phone: '+49 30 1', ...ids } as Parameters<
    typeof customers.searchIn
  >[0]
  expect(customers.searchIn(row)).toEqual([
    ...['Weber', 'office@weber.example', null, 'DE 136 695 976', 'HRB-7.421'],
    ...['DE136695976', 'HRB7421'],
  ])
  expect(customers.searchIn({ ...row, vatId: null })).toContain(null)
})
