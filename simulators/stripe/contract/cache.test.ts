import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getCacheFileName, loadValidators } from './cache.ts'

const module = fileURLToPath(new URL('cache.ts', import.meta.url))
// Below node_modules, so that the file's imports are found.
const folder = fileURLToPath(new URL(`../../../node_modules/.cache/billfold-test-${process.pid}/`, import.meta.url))
beforeEach(() => mkdir(folder, { recursive: true }))
afterEach(() => rm(folder, { recursive: true }))

/** Loads the validators in another process with a slow compiler, so that all processes find no file and write one. */
const elsewhere = async () => {
  const script = `
    import { setTimeout } from 'node:timers/promises'
    const { loadValidators } = await import(${JSON.stringify(module)})
    const compile = async () => {
      await setTimeout(300)
      return { validators: { own: () => true }, source: 'module.exports = { own: () => true } //' + 'x'.repeat(3_000_000) }
    }
    console.log(Object.keys(await loadValidators(${JSON.stringify(folder)}, compile)).join())`
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])).stdout.trim()
}

test('concurrent processes write one complete file, which replaces a broken one and older ones', async () => {
  await writeFile(join(folder, getCacheFileName()), 'module.exports = {"err')
  await writeFile(join(folder, 'stripe-contract-1.0.0-old.cjs'), '')
  expect(await Promise.all([elsewhere(), elsewhere(), elsewhere()])).toEqual(['own', 'own', 'own'])
  expect(await readdir(folder)).toEqual([getCacheFileName()])
  expect((await readFile(join(folder, getCacheFileName()))).length).toBeGreaterThan(3_000_000)
})

test('a cached file is used, and a read-only folder is no error', async () => {
  const unasked = () => Promise.reject(new Error('compiled again'))
  await writeFile(join(folder, getCacheFileName()), 'module.exports = { known: () => true }')
  expect(Object.keys(await loadValidators(folder, unasked))).toEqual(['known'])
  const compile = async () => ({ validators: { own: Object.assign(() => true, { schema: {} }) }, source: '' })
  const nowhere = join(folder, getCacheFileName(), 'no folder')
  expect(Object.keys(await loadValidators(nowhere, compile as never))).toEqual(['own'])
})
