import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { formatSendTime, staysBefore, suggestTimes } from './send-time.ts'

const format = (sendDay: string, timeZone = 'Europe/Berlin') =>
  formatSendTime({ day: day(sendDay), time: '08:00', timeZone }, day('2026-11-25'), 'Europe/Berlin')

test('a time is said relative to today, with its zone where it is another one', () => {
  expect(format('2026-11-25')).toBe('today at 8:00 AM')
  expect(format('2026-11-26')).toBe('tomorrow at 8:00 AM')
  expect(format('2026-12-24')).toBe('Dec 24, 2026 at 8:00 AM')
  expect(format('2026-11-26', 'America/New_York')).toBe('tomorrow at 8:00 AM (America/New York)')
})

test('the suggestions are tomorrow and the next Monday, each once', () => {
  const days = (today: string) => suggestTimes(day(today)).map(({ label, day: suggested }) => [label, suggested])
  expect(days('2026-11-25')).toEqual([
    ['Tomorrow 8:00 AM', '2026-11-26'],
    ['Monday 8:00 AM', '2026-11-30'],
  ])
  expect(days('2026-11-29')).toEqual([['Tomorrow 8:00 AM', '2026-11-30']])
  expect(days('2026-11-30')[1]).toEqual(['Monday 8:00 AM', '2026-12-07'])
})

test('an issue date stays only where it is before the day of sending', () => {
  expect([staysBefore('2026-11-25', '2026-11-26'), staysBefore('2026-11-26', '2026-11-26'), staysBefore('2026-11-25', 'soon')]).toEqual([
    true,
    false,
    false,
  ])
})
