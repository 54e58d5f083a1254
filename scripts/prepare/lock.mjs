import { linkSync, mkdirSync, readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { inRoot, StepError } from './run.mjs'

const path = inRoot('node_modules', '.billfold-preparing')
const heartbeatMs = 2000
/** A lock that was not touched for this long is stale, also if a process with its holder's id runs. */
const staleAfterMs = 30_000

/**
 * Runs `work` while no other process prepares this folder; waits for one that does. A stale lock is taken over.
 * @throws StepError when the folder is not writable
 */
export const withLock = async (work) => {
  await take()
  const heartbeat = setInterval(() => touch(path), heartbeatMs)
  const release = () => {
    if (holder() === me) remove(path)
  }
  process.on('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

const me = JSON.stringify({ pid: process.pid, host: hostname() })

const take = async () => {
  let isReported = false
  for (;;) {
    try {
      mkdirSync(inRoot('node_modules'), { recursive: true })
      writeFileSync(path, me, { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST')
        throw new StepError(
          `${inRoot('node_modules')} is not writable (${error.code}). Make this account its owner, or start as its owner.`,
        )
    }
    const other = holder()
    if (other !== undefined && isDead(other)) removeStale(other)
    else {
      if (!isReported) console.log('Waiting for another process that is preparing this folder…')
      isReported = true
      await sleep(200)
    }
  }
}

const holder = () => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const isDead = (text) => {
  try {
    if (Date.now() - statSync(path).mtimeMs > staleAfterMs) return true
    const { pid, host } = JSON.parse(text)
    if (host !== hostname()) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Removes a stale lock. If another process has taken the lock meanwhile, its lock is restored. */
const removeStale = (stale) => {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, path)
  } catch {
    // Another process removed it; the next round checks again.
  }
  remove(aside)
}

const remove = (file) => {
  try {
    unlinkSync(file)
  } catch {
    // Already removed.
  }
}

const touch = (file) => {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Another process has taken the lock over; the work continues.
  }
}
