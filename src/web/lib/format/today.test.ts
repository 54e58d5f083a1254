import { afterEach, describe, expect, test } from 'vitest'
import { queryClient } from '#web/lib/api/query-client.ts'
import { browserTimeZone } from '#web/lib/time-zone.ts'
import { formatInstant } from './instant.ts'
import { getTimeZone } from './today.ts'

const signedIn = (timeZone: string | null) => queryClient.setQueryData(['/api/auth/user'], { id: 1, timeZone })

describe('the time zone', () => {
  afterEach(() => queryClient.clear())

  test("is the browser's until the user chooses one", () => {
    expect(getTimeZone()).toBe(browserTimeZone)
    signedIn(null)
    expect(getTimeZone()).toBe(browserTimeZone)
  })

  test('is the one that the user chose, if this browser knows it', () => {
    signedIn('Pacific/Kiritimati')
    expect(getTimeZone()).toBe('Pacific/Kiritimati')
    signedIn('Moon/Tranquility')
    expect(getTimeZone()).toBe(browserTimeZone)
  })

  test.each([
    ['Pacific/Kiritimati', '2025-12-31T11:30:00Z', /^Jan 01, 2026, 0?1:30/],
    ['America/Los_Angeles', '2026-01-01T07:30:00Z', /^Dec 31, 2025, (11|23):30/],
  ])('determines date and time of an instant: %s', (zone, instant, shown) => {
    signedIn(zone)
    expect(formatInstant(instant)).toMatch(shown)
  })
})
