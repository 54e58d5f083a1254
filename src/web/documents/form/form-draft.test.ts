import { describe, expect, test } from 'vitest'
import { adjustTerms, copyDraft, newDraft } from './form-draft.ts'
import { numberFromClock } from './initial-draft.ts'

const plain = { currency: 'USD' as const, daysToEnd: 30, taxRate: '0.00', notes: '', terms: '' }

describe('a new draft', () => {
  test.each([
    ['Pacific/Auckland', '2026-01-31T12:00:00Z', '2026-02-01', '2026-03-03'],
    ['America/Los_Angeles', '2026-01-31T07:59:00Z', '2026-01-30', '2026-03-01'],
    ['America/New_York', '2026-03-07T23:00:00Z', '2026-03-07', '2026-04-06'],
  ])("uses the user's day in %s as the issue date", (zone, now, issueDate, endDate) =>
    expect(newDraft(plain, 'A-1', new Date(now), zone)).toMatchObject({ issueDate, endDate, terms: '' }),
  )

  test('uses a number from the clock when the server gives none', () =>
    expect(numberFromClock('EST', '2025', new Date(2026, 0, 31, 12))).toMatch(/^EST-2025-\d{4}$/))
})

test('a copy keeps the period of the original and everything but number, dates and status', () => {
  const original = {
    ...newDraft(plain, 'A-1'),
    issueDate: '2026-01-31',
    endDate: '2026-02-14',
    status: 'sent',
    taxAmount: '7.77',
    terms: 'Soon',
  }
  expect(copyDraft(original, { ...newDraft(plain, 'A-2'), issueDate: '2026-02-20' })).toEqual({
    ...original,
    number: 'A-2',
    issueDate: '2026-02-20',
    endDate: '2026-03-06',
    status: 'draft',
    deductions: [],
  })
})

describe('terms that mention the validity', () => {
  const termsFor = (days: number) => `Valid for ${days} days.`
  const adjust = (terms: string, was: number, is: number) => (terms === termsFor(was) ? termsFor(is) : terms)
  const dates = (issueDate: string, endDate: string) => ({ issueDate, endDate })
  const before = dates('2026-01-01', '2026-01-31')
  test.each([
    ['follow the end date', 'Valid for 30 days.', dates('2026-01-01', '2026-01-15'), 'Valid for 14 days.'],
    ['follow the issue date', 'Valid for 30 days.', dates('2026-01-30', '2026-01-31'), 'Valid for 1 days.'],
    ['stay when they were edited', 'Valid for 30 days!', dates('2026-01-01', '2026-01-15'), 'Valid for 30 days!'],
    ['stay while a date is being typed', 'Valid for 30 days.', dates('2026-01-01', ''), 'Valid for 30 days.'],
    ['stay while the dates are in the wrong order', 'Valid for 30 days.', dates('2026-02-01', '2026-01-31'), 'Valid for 30 days.'],
  ])('%s', (_, terms, after, expected) => expect(adjustTerms(adjust, terms, before, after)).toBe(expected))
})
