import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withTestDatabase } from '#server/testing/database.ts'
import { backUpIfDue, getDaysSinceBackup } from './daily-backups.ts'
import { verifyBackup } from './open-backup.ts'

const hourMs = 3_600_000

test('a backup is made once a day at a quiet hour, or at once after a missed day; the newest and all manual backups are kept', async () => {
  const { owner } = await withTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'billfold-daily-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const folder = join(dataDir, 'backups')
  const objects = { get: async () => null }
  const lines: string[] = []
  const at = (hour: number, day = 10) => new Date(2026, 0, day, hour, 30)
  const look = (now: Date, as = owner) =>
    backUpIfDue({
      owner: as,
      objects,
      dataDir,
      masterKeys: { read: () => [Buffer.alloc(32, 1)] },
      keep: 2,
      log: (line) => lines.push(line),
      now: () => now,
    })
  const made = () => readdirSync(folder).sort()
  // A backup of this age.
  const stands = (name: string, then: Date) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), 'x')
    utimesSync(join(folder, name), then, then)
  }
  const setAge = (name: string, then: Date) => utimesSync(join(folder, name), then, then)

  expect(await getDaysSinceBackup(dataDir)).toBeNull()
  stands('billfold-by-hand.backup', at(1, 1))
  stands('daily-old.backup', at(3, 8))
  stands('daily-older.backup', at(3, 7))
  stands('daily-cut.backup.part', at(3, 7))
  // 33 hours old: a day was missed.
  expect(await look(at(12, 9))).toBe(true)
  const [fresh] = made().filter((name) => name.startsWith('daily-2026'))
  await verifyBackup(join(folder, fresh!))
  expect(made()).toEqual(['billfold-by-hand.backup', fresh, 'daily-old.backup'])
  expect(lines).toEqual([expect.stringContaining('The daily backup')])

  setAge(fresh!, at(12, 9))
  // 15 hours later it is night, 21 hours later it is day, and 23 hours later it is night.
  expect(await look(at(3, 10))).toBe(false)
  expect(await look(at(9, 10))).toBe(false)
  setAge(fresh!, at(4, 9))
  expect(await look(at(3, 10))).toBe(true)
  expect(made()).toHaveLength(3)
  expect(await getDaysSinceBackup(dataDir, new Date(Date.now() + 50 * hourMs))).toBe(2)

  // A failed backup removes no other one.
  const before = made()
  await expect(look(new Date(2099, 0, 1), { ...owner, database: 'nowhere' })).rejects.toThrow(/nowhere/)
  expect(made()).toEqual(before)
})
