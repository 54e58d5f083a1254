import { expect, test } from 'vitest'
import { readDraft } from './entity-draft.ts'

const fields = { name: '', amount: '', customerId: '' }

test("a stored draft returns the form's known fields, with initial values for missing ones", () => {
  const kept = { values: { name: 'Ada', customerId: 4, gone: 'x' }, version: 3, shown: { customerName: 'Grace' } }
  expect(readDraft(fields, JSON.parse(JSON.stringify(kept)))).toEqual({
    values: { name: 'Ada', amount: '', customerId: 4 },
    version: 3,
    shown: { customerName: 'Grace' },
  })
})

test('a list of rows is a field, too', () => {
  const withRows = { ...fields, taxes: [{ name: '' }] }
  const taxes = [{ name: 'GST' }, { name: 'QST' }]
  expect(readDraft(withRows, { values: { taxes } })?.values).toEqual({ ...fields, taxes })
  for (const wrong of ['text', [null], ['text'], [{ name: ['x'] }]])
    expect(readDraft(withRows, { values: { taxes: wrong } })).toBeUndefined()
})

test.each([[null], ['text'], [{}], [{ values: null }], [{ values: { name: { toString: 'x' } } }], [{ values: { name: ['x'] } }]])(
  '%j is no form',
  (kept) => expect(readDraft(fields, kept)).toBeUndefined(),
)
