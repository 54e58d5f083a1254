import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cachedValidators, cacheFileName } from './cache.ts'

const module = fileURLToPath(new URL('cache.ts', import.meta.url))
// Below node_modules, where the file's own imports are found.
const folder = fileURLToPath(new URL(`../../../node_modules/.cache/billfold-test-${process.pid}/`, import.meta.url))
beforeEach(() => mkdir(folder, { recursive: true }))
afterEach(() => rm(folder, { recursive: true }))

/** Another process that does the same, with a slow compiler: all of them find nothing and write. */
const elsewhere = async () => {
  const script = `
    import { setTimeout } from 'node:timers/promises'
    const { cachedValidators } = await import(${JSON.stringify(module)})
    const compile = async () => {
      await setTimeout(300)
      return { validators: { own: () => true }, source: 'module.exports = { own: () => true } //' + 'x'.repeat(3_000_000) }
    }
    console.log(Object.keys(await cachedValidators(${JSON.stringify(folder)}, compile)).join())`
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])).stdout.trim()
}

test('several processes at once make one whole file, in place of a broken one and of older ones', async () => {
  await writeFile(join(folder, cacheFileName()), 'module.exports = {"err')
  await writeFile(join(folder, 'stripe-contract-1.0.0-old.cjs'), '')
  expect(await Promise.all([elsewhere(), elsewhere(), elsewhere()])).toEqual(['own', 'own', 'own'])
  expect(await readdir(folder)).toEqual([cacheFileName()])
  expect((await readFile(join(folder, cacheFileName()))).length).toBeGreaterThan(3_000_000)
})

test('what is there is used, and what cannot be written is done without', async () => {
  const unasked = () => Promise.reject(new Error('compiled again'))
  await writeFile(join(folder, cacheFileName()), 'module.exports = { known: () => true }')
  expect(Object.keys(await cachedValidators(folder, unasked))).toEqual(['known'])
  const compile = async () => ({ validators: { own: Object.assign(() => true, { schema: {} }) }, source: '' })
  const nowhere = join(folder, cacheFileName(), 'no folder')
  expect(Object.keys(await cachedValidators(nowhere, compile as never))).toEqual(['own'])
})
