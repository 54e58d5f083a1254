import { expect, test } from 'vitest'
import { addDays, day } from './dates.ts'
import { toInstant } from './zoned-time.ts'

const at = (of: string, time: string, zone: string) => toInstant(day(of), time, zone).toISOString()

test('a time that daylight saving skips is the end of the gap', () => {
  expect(at('2026-03-29', '02:30', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
  expect(at('2026-03-08', '02:00', 'America/New_York')).toBe('2026-03-08T07:00:00.000Z')
  // Half an hour on Lord Howe Island.
  expect(at('2026-10-04', '02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:30:00.000Z')
})

test('a time that is shown twice is the first of them', () => {
  expect(at('2026-10-25', '02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(at('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
})

test('a day that a zone left out is the first moment of the next one', () => {
  expect(at('2011-12-30', '08:00', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z')
  expect(at('2011-12-31', '00:00', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z')
})

test('other times are what the clock shows', () => {
  expect(at('2026-07-01', '08:00', 'Asia/Kathmandu')).toBe('2026-07-01T02:15:00.000Z')
  expect(at('2026-07-01', '08:00', 'UTC')).toBe('2026-07-01T08:00:00.000Z')
  expect(() => at('2026-07-01', '08:00', 'Mars/Olympus')).toThrow(RangeError)
})

/** What a clock in the zone shows, by another way than the function under test: as the text of a Swedish date. */
const createClock = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

test('in every zone, over ten years, the clock shows the asked time then, and earlier ones a quarter of an hour before', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  expect(zones.length).toBeGreaterThan(400)
  for (const zone of zones) {
    const clock = createClock(zone)
    // Each zone looks at other days, and with all of them together each day of the year is asked about.
    for (let i = 0; i < 40; i++) {
      const of = addDays(day('2024-01-01'), (zones.indexOf(zone) * 7 + i * 93) % 3653)
      const time = `${String((i * 5) % 24).padStart(2, '0')}:${['00', '30', '59'][i % 3]}`
      const found = toInstant(of, time, zone).getTime()
      const wanted = `${of} ${time}:00`
      expect(clock.format(found) >= wanted, `${zone} ${wanted}`).toBe(true)
      expect(clock.format(found - 1000) < wanted, `${zone} ${wanted}`).toBe(true)
    }
  }
})

test('both nights of daylight saving, five minutes at a time, in every zone that has it', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const fiveMinutes = 300_000
  let changes = 0
  for (const zone of zones) {
    const clock = createClock(zone)
    const noons = Array.from({ length: 366 }, (_, i) => Date.UTC(2026, 0, 1 + i, 12))
    const offsets = noons.map((noon) => Date.parse(`${clock.format(noon).replace(' ', 'T')}Z`) - noon)
    for (let i = 1; i < offsets.length; i++) {
      if (offsets[i] === offsets[i - 1]) continue
      changes++
      const start = noons[i - 1]!
      // The first of these moments at which the clock shows the time or a later one.
      const shown = Array.from({ length: 24 * 12 }, (_, i) => clock.format(start + i * fiveMinutes))
      for (const wanted of shown) {
        const first = shown.findIndex((each) => each >= wanted)
        const found = toInstant(day(wanted.slice(0, 10)), wanted.slice(11, 16), zone).getTime()
        expect(found, `${zone} ${wanted}`).toBe(start + first * fiveMinutes)
      }
    }
  }
  expect(changes).toBeGreaterThan(200)
}, 60_000)
