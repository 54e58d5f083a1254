import { expect, test } from 'vitest'
import { emptyLine } from '#shared/draft-totals.ts'
import type { FormConfig } from './form-config.ts'
import { type FormDraft, newDraft } from './form-draft.ts'
import { describeVersion } from './version-conflict.tsx'

const config = {
  labels: { number: 'Number', endDate: 'Due Date', terms: 'Terms' },
  own: { status: { label: 'Status', choices: { draft: 'Draft', sent: 'Sent' } }, deliveryTerms: { label: 'Delivery Terms' } },
} as unknown as FormConfig
const draft = (...descriptions: string[]): FormDraft => ({
  ...newDraft({ currency: 'USD', daysToEnd: 30, taxRate: '0.00', notes: '', terms: '' }, 'A-1'),
  lineItems: descriptions.map((description) => ({ ...emptyLine, description, unitPrice: '10' })),
})
const compare = (mine: FormDraft, theirs: FormDraft) => {
  const toRows = describeVersion(config, mine, theirs)
  const of = (each: FormDraft, owner: 'yours' | 'theirs') => new Map(toRows({ draft: each, customer: 'Grace Hopper', owner }))
  const [a, b] = [of(mine, 'yours'), of(theirs, 'theirs')]
  return [...a].filter(([label, text]) => b.get(label) !== text).map(([label, text]) => [label, text, b.get(label)])
}

test('lines are compared one by one, also where the other version has none', () => {
  expect(compare(draft('Work'), draft('Work'))).toEqual([])
  expect(compare(draft('Work', 'Travel'), draft('Work', 'Hotel', 'Food'))).toEqual([
    ['Line 2', '1 x Travel at $10.00', '1 x Hotel at $10.00'],
    ['Line 3', '', '1 x Food at $10.00'],
    ['Total', '$20.00', '$30.00'],
  ])
})

test('another currency and rate are named', () => {
  expect(compare(draft('Work'), { ...draft('Work'), currency: 'EUR', exchangeRate: '1.0842' })).toEqual([
    ['Currency', 'USD', 'EUR'],
    ['Exchange Rate', '', '1.0842'],
    ['Line 1', '1 x Work at $10.00', '1 x Work at €10.00'],
    ['Tax Amount ($)', '$0.00', '€0.00'],
    ['Total', '$10.00', '€10.00'],
  ])
})

test('many differing lines are summarized, and told apart even when the totals are equal', () => {
  const descriptions = Array.from({ length: 9 }, (_, i) => `Line ${i}`)
  expect(compare(draft(...descriptions), draft(...descriptions.toReversed()))).toEqual([
    ['Line items', 'Yours: 9 lines, $90.00; 8 differ', 'Theirs: 9 lines, $90.00; 8 differ'],
  ])
})

test("the type's own fields are compared, by the labels of their values", () => {
  const theirs = { ...draft('Work'), status: 'sent', deliveryTerms: 'DAP Lagos' }
  expect(compare(draft('Work'), theirs)).toEqual([
    ['Status', 'Draft', 'Sent'],
    ['Delivery Terms', '', 'DAP Lagos'],
  ])
})
