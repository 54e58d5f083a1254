import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

// A process's time zone is set before Node starts, so each zone needs a process.
const program = `
import { createHash } from 'node:crypto'
import { addDays, day, isDay, formatDay } from './src/shared/dates.ts'
const hash = createHash('sha256')
for (let at = day('2010-01-01'); at < '2031-01-01'; at = addDays(at, 1)) hash.update([at, addDays(at, 30), addDays(at, -1), isDay(at), formatDay(at)].join())
console.log(hash.digest('hex'))`

test('days are the same in every time zone of the machine', { timeout: 60_000 }, () => {
  const zones = [
    'UTC',
    'America/New_York',
    'Europe/Berlin',
    'Pacific/Auckland',
    'Asia/Kathmandu',
    'America/Sao_Paulo',
    'Pacific/Apia',
    'Australia/Lord_Howe',
  ]
  const answers = zones.map((TZ) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { env: { ...process.env, TZ }, encoding: 'utf8' }).trim(),
  )
  expect(answers[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(answers).size).toBe(1)
})
