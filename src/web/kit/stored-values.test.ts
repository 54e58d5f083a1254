import { expect, test } from 'vitest'
import { readDraft } from './stored-values.ts'

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

test('a list of texts is one, too', () => {
  const withLines = { ...fields, lines: ['', ''] }
  expect(readDraft(withLines, { values: { lines: ['1', '2'] } })?.values).toEqual({ ...fields, lines: ['1', '2'] })
  for (const wrong of ['1', [{ name: '1' }], [['1']]]) expect(readDraft(withLines, { values: { lines: wrong } })).toBeUndefined()
})

test('a list that is empty at first may have either', () => {
  const withList = { ...fields, list: [] }
  for (const list of [[], [1, 5], [{ name: 'GST' }]]) expect(readDraft(withList, { values: { list } })?.values).toEqual({ ...fields, list })
  for (const wrong of ['1', [{ name: ['1'] }]]) expect(readDraft(withList, { values: { list: wrong } })).toBeUndefined()
})

test.each([[null], ['text'], [{}], [{ values: null }], [{ values: { name: { toString: 'x' } } }], [{ values: { name: ['x'] } }]])(
  '%j is no form',
  (kept) => expect(readDraft(fields, kept)).toBeUndefined(),
)
