import { expect, test } from 'vitest'
import { describeSchedule } from './recurrence-text.ts'

const rule = { startDay: '2026-01-31', frequency: 'monthly', every: 1, onDays: [], untilDay: null, maxCount: null } as const

test.each([
  [{}, 'Every month on the 31st (last day)'],
  [{ startDay: '2026-01-01' }, 'Every month on the 1st'],
  [{ onDays: [-1] }, 'Every month on the last day'],
  [{ onDays: [1, 15] }, 'Every month on the 1st and 15th'],
  [{ onDays: [-1, 2, 13, 23] }, 'Every month on the 2nd, 13th, 23rd and last day'],
  [{ every: 3, startDay: '2026-01-12' }, 'Every 3 months on the 12th'],
  [{ frequency: 'daily' }, 'Every day'],
  [{ frequency: 'daily', every: 10 }, 'Every 10 days'],
  // A Saturday.
  [{ frequency: 'weekly' }, 'Every week on Saturday'],
  [{ frequency: 'weekly', startDay: '2026-02-01' }, 'Every week on Sunday'],
  [{ frequency: 'weekly', every: 2, onDays: [1, 5, 7] }, 'Every 2 weeks on Monday, Friday and Sunday'],
  [{ frequency: 'yearly' }, 'Every year on January 31'],
  [{ frequency: 'yearly', every: 4, startDay: '2024-02-29' }, 'Every 4 years on February 29 (last day)'],
  [{ untilDay: '2026-12-31' }, 'Every month on the 31st (last day), until Dec 31, 2026'],
  [{ maxCount: 12 }, 'Every month on the 31st (last day), 12 invoices'],
  [{ maxCount: 1 }, 'Every month on the 31st (last day), 1 invoice'],
] as const)('%j in words: %s', (changes, words) => expect(describeSchedule({ ...rule, ...changes })).toBe(words))
