import { linkSync, mkdirSync, readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { inRoot, StepError } from './run.mjs'

const path = inRoot('node_modules', '.billfold-preparing')
const beatMs = 2000
/** A holder that didn't touch its lock for this long is gone, whatever its process number says. */
const deadAfterMs = 30_000

/**
 * Does the work while no other process prepares this folder; waits for one that does. A lock whose holder has died is taken over.
 * @throws StepError when the folder can't be written to
 */
export const withLock = async (work) => {
  await take()
  const beat = setInterval(() => touch(path), beatMs)
  const release = () => {
    if (holder() === me) remove(path)
  }
  process.on('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

const me = JSON.stringify({ pid: process.pid, host: hostname() })

const take = async () => {
  let told = false
  for (;;) {
    try {
      mkdirSync(inRoot('node_modules'), { recursive: true })
      writeFileSync(path, me, { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST')
        throw new StepError(`${inRoot('node_modules')} can't be written to (${error.code}). Make the folder yours, or start as its owner.`)
    }
    const other = holder()
    if (other !== undefined && isDead(other)) takeAway(other)
    else {
      if (!told) console.log('Waiting for another process that is preparing this folder…')
      told = true
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
    if (Date.now() - statSync(path).mtimeMs > deadAfterMs) return true
    const { pid, host } = JSON.parse(text)
    if (host !== hostname()) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Moves the dead lock aside; when a new holder was quicker and its lock was moved instead, that one goes back. */
const takeAway = (dead) => {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (readFileSync(aside, 'utf8') !== dead) linkSync(aside, path)
  } catch {
    // Somebody else took it away; the next round sees how things stand.
  }
  remove(aside)
}

const remove = (file) => {
  try {
    unlinkSync(file)
  } catch {
    // Gone already.
  }
}

const touch = (file) => {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Lost to somebody who took this process for dead; the work goes on.
  }
}
