import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { createBackup, getFreeBytes, removeAbandonedDrafts } from './create-backup.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long the app runs before it looks for the first time, and how often it looks: whoever started it waits for other things. */
const beginAfterMs = 10 * minuteMs
const lookEveryMs = 10 * minuteMs
/** When most people sleep, by this machine's clock. */
const quietHours = { from: 2, to: 5 }
/** In the quiet hours from this age on, at any hour once it is more than a day late. */
const quietAfterMs = 20 * hourMs
const lateAfterMs = 26 * hourMs
/** What the disk must have left behind a copy, so that the database never waits for space. */
const spareBytes = 512 * 1024 * 1024

const prefix = 'daily-'
const named = /^daily-.*\.backup$/

const listed = (folder: string) => readdir(folder).catch(() => [] as string[])

/** Backups in a folder by their age, the newest first: those that are made daily, or all. */
const newestFirst = async (folder: string, isMeant: (name: string) => boolean) => {
  const names = (await listed(folder)).filter(isMeant)
  const found = await Promise.all(
    names.map(async (name) => {
      const seen = await stat(join(folder, name)).catch(() => null)
      return seen ? [{ path: join(folder, name), at: seen.mtime, bytes: seen.size }] : []
    }),
  )
  return found.flat().sort((a, b) => b.at.getTime() - a.at.getTime())
}

/** How many whole days old the newest backup in a data folder is, daily or by hand; null when there is none. For whoever watches over the machine. */
export const getDaysSinceBackup = async (dataDir: string, now = new Date()): Promise<number | null> => {
  const [newest] = await newestFirst(join(dataDir, 'backups'), (name) => name.endsWith('.backup'))
  return newest ? Math.floor((now.getTime() - newest.at.getTime()) / (24 * hourMs)) : null
}

/** Whether it is time for another copy. */
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
  /** How many copies stay; older ones go once a newer one is whole. */
  keep: number
  log: (line: string) => void
  now?: () => Date
}

/**
 * Makes a copy if it is time for one, and lets go of the oldest ones.
 * @returns whether one was made
 * @throws Error when it couldn't be made; those that are there stay
 */
export const backUpIfDue = async (
  { owner, objects, dataDir, keep, log, now = () => new Date() }: Deps,
  signal?: AbortSignal,
): Promise<boolean> => {
  const folder = join(dataDir, 'backups')
  const before = await newestFirst(folder, (name) => named.test(name))
  if (!isDue(now(), before[0]?.at ?? null)) return false
  await removeAbandonedDrafts(folder, now())
  const needed = spareBytes + 2 * (before[0]?.bytes ?? 0)
  const free = await getFreeBytes(dataDir)
  if (free < needed)
    throw new Error(
      `the disk has ${Math.round(free / 1e6)} MB left, and ${Math.round(needed / 1e6)} MB should be. Make room, or set BACKUPS=off and back up elsewhere`,
    )
  await createBackup({ owner, objects, log: () => undefined, now }, { folder, prefix, keys: null, ...(signal ? { signal } : {}) })
  for (const { path } of (await newestFirst(folder, (name) => named.test(name))).slice(keep)) await rm(path, { force: true })
  log(`The daily copy of the database and the files is in ${folder}.`)
  return true
}

/**
 * Copies everything into the data folder once a day, at a quiet hour, until `stop`. A timer of the process will do: one app runs on an embedded database,
 * and what is due follows from the copies that are there.
 */
export const startDailyBackups = (deps: Deps): { stop: () => Promise<void> } => {
  const over = new AbortController()
  const { signal } = over
  const run = async () => {
    await sleep(beginAfterMs, undefined, { signal, ref: false })
    while (!signal.aborted) {
      const failed = await backUpIfDue(deps, signal).then(
        () => false,
        (error: Error) => {
          if (!signal.aborted) deps.log(`The daily copy could not be made, another try follows in an hour: ${error.message}.`)
          return true
        },
      )
      await sleep(failed ? hourMs : lookEveryMs, undefined, { signal, ref: false })
    }
  }
  const running = run().catch(() => undefined)
  return {
    stop: async () => {
      over.abort()
      await running
    },
  }
}
