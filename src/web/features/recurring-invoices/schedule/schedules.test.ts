import { expect, test } from 'vitest'
import { day } from '#shared/dates.ts'
import { getScheduleState } from '#web/documents/list/status-badge.tsx'
import { shortenDays } from './resume-dialog.tsx'
import { describeDistance, listComing, listMissed } from './schedules.ts'

const schedule = {
  ...{ startDay: day('2026-01-31'), frequency: 'monthly' as const, every: 1, onDays: [], untilDay: null, maxCount: null, madeCount: 2 },
  ...{ nextDay: day('2026-03-31'), time: '08:00', timeZone: 'Europe/Berlin' },
}

test.each([
  ['2026-11-25', 'today'],
  ['2026-11-26', 'tomorrow'],
  ['2026-11-30', 'in 5 days'],
  ['2026-11-24', 'yesterday'],
  ['2026-11-20', '5 days ago'],
  ['2027-06-01', undefined],
])('%s is %s', (to, words) => expect(describeDistance(to, '2026-11-25')).toBe(words))

test('the missed days are those whose time has come, by the clock of the schedule', () => {
  const missed = (at: string, more = {}) => listMissed({ ...schedule, ...more }, new Date(at))
  expect(missed('2026-03-31T05:59:00Z')).toEqual([])
  expect(missed('2026-03-31T06:00:00Z')).toEqual(['2026-03-31'])
  expect(missed('2026-06-01T00:00:00Z')).toEqual(['2026-03-31', '2026-04-30', '2026-05-31'])
  expect(missed('2026-06-01T00:00:00Z', { maxCount: 3 })).toEqual(['2026-03-31'])
  expect(missed('2026-06-01T00:00:00Z', { untilDay: day('2026-04-30') })).toEqual(['2026-03-31', '2026-04-30'])
  expect(missed('2026-06-01T00:00:00Z', { nextDay: null })).toEqual([])
})

test('the coming days end with the schedule', () => {
  expect(listComing(schedule, 3)).toEqual(['2026-03-31', '2026-04-30', '2026-05-31'])
  expect(listComing({ ...schedule, maxCount: 4 }, 12)).toEqual(['2026-03-31', '2026-04-30'])
  expect(listComing({ ...schedule, nextDay: null }, 12)).toEqual([])
})

test('an active schedule with a problem waits', () => {
  expect(getScheduleState({ status: 'active', problem: 'No rate.' })).toBe('waiting')
  expect(getScheduleState({ status: 'active', problem: null })).toBe('active')
  expect(getScheduleState({ status: 'paused', problem: 'Missed.' })).toBe('paused')
})

test('a long series of missed days is shortened', () => {
  expect(shortenDays(['2026-01-31', '2026-02-28'])).toEqual(['Jan 31, 2026', 'Feb 28, 2026'])
  const days = Array.from({ length: 9 }, (_, i) => `2026-01-0${i + 1}`)
  expect(shortenDays(days)).toEqual([
    ...['Jan 01, 2026', 'Jan 02, 2026', 'Jan 03, 2026', 'Jan 04, 2026', 'Jan 05, 2026', '…', 'Jan 09, 2026'],
  ])
})
