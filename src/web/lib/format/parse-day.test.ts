import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { parseDay } from './parse-day.ts'

const read = (text: string, language = 'en-US') => parseDay(text, { today: day('2026-11-23'), language })

test.each([
  ['2026-01-05', '2026-01-05'],
  ['2026/1/5', '2026-01-05'],
  ['20260105', '2026-01-05'],
  ['01052026', '2026-01-05'],
  ['Jan 5, 2026', '2026-01-05'],
  ['Jan 05, 2026', '2026-01-05'],
  ['january 5 2026', '2026-01-05'],
  ['5 Jan 2026', '2026-01-05'],
  ['Jan 5', '2026-01-05'],
  ['1/5/2026', '2026-01-05'],
  ['1/5/26', '2026-01-05'],
  ['1/5', '2026-01-05'],
  ['13/1/2026', '2026-01-13'],
  ['5.1.2026', '2026-01-05'],
  [' 5.1.2026. ', '2026-01-05'],
])('%s', (text, expected) => expect(read(text)).toBe(expected))

test.each([
  ['1/5/2026', 'en-GB', '2026-05-01'],
  ['5. März 2026', 'de', '2026-03-05'],
  ['5 févr. 2026', 'fr', '2026-02-05'],
  ['2026. 1. 5.', 'ko', '2026-01-05'],
])('%s in %s', (text, language, expected) => expect(read(text, language)).toBe(expected))

test.each(['', 'soon', '5', '2026', '2026-02-30', '1/5/202', '1/5/2', '0/5/2026', '1/2/3/4', 'Foo 5, 2026', '2026-1', '010520'])(
  '%s is no day',
  (text) => expect(read(text)).toBeUndefined(),
)
