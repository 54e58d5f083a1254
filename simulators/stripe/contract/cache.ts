import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Compiled } from './build.ts'

type Validators = Compiled['validators']

const require = createRequire(import.meta.url)
// Below node_modules, where the compiled file finds ajv's runtime, and git ignores it.
const defaultFolder = fileURLToPath(new URL('node_modules/.cache/billfold', import.meta.resolve('#root/package.json')))
const sources = ['build.ts', 'calls.ts', 'schemas.ts', 'typings.ts']
const prefix = 'stripe-contract-'

const readVersion = (name: string) =>
  (
    JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.resolve('#root/package.json')), 'utf8')) as {
      version: string
    }
  ).version

/** The name contains the versions of everything that the validators depend on: the SDK, ajv and the files that compile them. */
export const getCacheFileName = (): string => {
  const hash = createHash('sha256').update(readVersion('ajv'))
  for (const source of sources) hash.update(readFileSync(new URL(import.meta.resolve(`#simulators/stripe/contract/${source}`))))
  return `${prefix}${readVersion('stripe')}-${hash.digest('hex').slice(0, 16)}.cjs`
}

const load = (file: string): Validators | undefined => {
  try {
    return require(file) as Validators
  } catch {
    return undefined
  }
}

/** By an atomic rename, as other processes may read or write the file at the same time. Removes the files of earlier versions. */
const save = (folder: string, name: string, source: string) => {
  const temporary = join(folder, `${name}.${process.pid}.tmp`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(temporary, source)
  renameSync(temporary, join(folder, name))
  for (const other of readdirSync(folder))
    if (other.startsWith(prefix) && other.endsWith('.cjs') && other !== name) rmSync(join(folder, other), { force: true })
}

const compile = async () => {
  // A dynamic import, as loading TypeScript's compiler takes a quarter of a second.
  const { compileContract } = await import('./build.ts')
  return compileContract()
}

export const loadValidators = async (folder = defaultFolder, build: () => Promise<Compiled> = compile): Promise<Validators> => {
  const name = getCacheFileName()
  const known = load(join(folder, name))
  if (known) return known
  const { validators, source } = await build()
  try {
    save(folder, name, source)
  } catch {
    // A read-only folder: the next process compiles again.
  }
  return validators
}
