import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { MasterKeys } from '#server/platform/encryption/master-keys.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { createBackup, getFreeBytes, removeAbandonedDrafts } from './create-backup.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const firstCheckAfterMs = 10 * minuteMs
const checkEveryMs = 10 * minuteMs
/** In this machine's time zone. */
const quietHours = { from: 2, to: 5 }
/** The age of the newest backup at which another one is due: in the quiet hours, and at any hour. */
const quietAfterMs = 20 * hourMs
const lateAfterMs = 26 * hourMs
/** Space that must remain on the disk after a backup, so that the database never runs out of it. */
const reserveBytes = 512 * 1024 * 1024

const prefix = 'daily-'
const dailyName = /^daily-.*\.backup$/

const listFiles = (folder: string) => readdir(folder).catch(() => [] as string[])

const listNewestFirst = async (folder: string, matches: (name: string) => boolean) => {
  const names = (await listFiles(folder)).filter(matches)
  const found = await Promise.all(
    names.map(async (name) => {
      const seen = await stat(join(folder, name)).catch(() => null)
      return seen ? [{ path: join(folder, name), at: seen.mtime, bytes: seen.size }] : []
    }),
  )
  return found.flat().sort((a, b) => b.at.getTime() - a.at.getTime())
}

export const getDaysSinceBackup = async (dataDir: string, now = new Date()): Promise<number | null> => {
  const [newest] = await listNewestFirst(join(dataDir, 'backups'), (name) => name.endsWith('.backup'))
  return newest ? Math.floor((now.getTime() - newest.at.getTime()) / (24 * hourMs)) : null
}

const isDue = (now: Date, last: Date | null): boolean => {
  if (!last) return true
  const age = now.getTime() - last.getTime()
  const isQuiet = now.getHours() >= quietHours.from && now.getHours() < quietHours.to
  return age > lateAfterMs || (isQuiet && age > quietAfterMs)
}

type Deps = {
  owner: ClientConfig
  objects: Pick<ObjectStore, 'get'>
  dataDir: string
  masterKeys: MasterKeys
  keep: number
  log: (line: string) => void
  now?: () => Date
}

/** @returns whether one was made. @throws Error; existing backups are kept */
export const backUpIfDue = async (
  { owner, objects, dataDir, masterKeys, keep, log, now = () => new Date() }: Deps,
  signal?: AbortSignal,
): Promise<boolean> => {
  const folder = join(dataDir, 'backups')
  const before = await listNewestFirst(folder, (name) => dailyName.test(name))
  if (!isDue(now(), before[0]?.at ?? null)) return false
  await removeAbandonedDrafts(folder, now())
  const needed = reserveBytes + 2 * (before[0]?.bytes ?? 0)
  const free = await getFreeBytes(dataDir)
  if (free < needed)
    throw new Error(
      `the disk has ${Math.round(free / 1e6)} MB left, and ${Math.round(needed / 1e6)} MB are needed. Free some space, or set BACKUPS=off and back up elsewhere`,
    )
  await createBackup(
    { owner, objects, log: () => undefined, now },
    { folder, prefix, keys: null, authentication: masterKeys, ...(signal ? { signal } : {}) },
  )
  for (const { path } of (await listNewestFirst(folder, (name) => dailyName.test(name))).slice(keep)) await rm(path, { force: true })
  log(`The daily backup of the database and the files is in ${folder}.`)
  return true
}

/** A timer is sufficient: only one app runs on an embedded database, and whether a backup is due follows from the existing ones. */
export const startDailyBackups = (deps: Deps): { stop: () => Promise<void> } => {
  const stopped = new AbortController()
  const { signal } = stopped
  const run = async () => {
    await sleep(firstCheckAfterMs, undefined, { signal, ref: false })
    while (!signal.aborted) {
      const failed = await backUpIfDue(deps, signal).then(
        () => false,
        (error: Error) => {
          if (!signal.aborted) deps.log(`The daily backup could not be made; another attempt follows in an hour: ${error.message}.`)
          return true
        },
      )
      await sleep(failed ? hourMs : checkEveryMs, undefined, { signal, ref: false })
    }
  }
  const running = run().catch(() => undefined)
  return {
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}
