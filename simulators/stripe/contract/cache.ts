import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Compiled } from './build.ts'

type Validators = Compiled['validators']

const require = createRequire(import.meta.url)
// Below node_modules, where the compiled file finds ajv's runtime and nothing ends up in a commit.
const usualFolder = fileURLToPath(new URL('../../../node_modules/.cache/billfold/', import.meta.url))
const sources = ['build.ts', 'calls.ts', 'schemas.ts', 'typings.ts']
const begin = 'stripe-contract-'

const versionOf = (name: string) =>
  (JSON.parse(readFileSync(new URL(`../../../node_modules/${name}/package.json`, import.meta.url), 'utf8')) as { version: string }).version

/** The name changes with everything that the validators depend on: the SDK, ajv, and the files that turn the one into the other. */
export const cacheFileName = (): string => {
  const hash = createHash('sha256').update(versionOf('ajv'))
  for (const source of sources) hash.update(readFileSync(new URL(source, import.meta.url)))
  return `${begin}${versionOf('stripe')}-${hash.digest('hex').slice(0, 16)}.cjs`
}

const load = (file: string): Validators | undefined => {
  try {
    return require(file) as Validators
  } catch {
    return undefined
  }
}

/** Whole or not at all: others may read, or write the same, at this moment. Files of earlier versions go. */
const save = (folder: string, name: string, source: string) => {
  const temporary = join(folder, `${name}.${process.pid}.tmp`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(temporary, source)
  renameSync(temporary, join(folder, name))
  for (const other of readdirSync(folder))
    if (other.startsWith(begin) && other.endsWith('.cjs') && other !== name) rmSync(join(folder, other), { force: true })
}

const compileAnew = async () => {
  // Not imported above: TypeScript's compiler alone takes a quarter of a second to load.
  const { compileContract } = await import('./build.ts')
  return compileContract()
}

/** The compiled validators, from the file that an earlier process left or made anew. */
export const cachedValidators = async (folder = usualFolder, compile: () => Promise<Compiled> = compileAnew): Promise<Validators> => {
  const name = cacheFileName()
  const known = load(join(folder, name))
  if (known) return known
  const { validators, source } = await compile()
  try {
    save(folder, name, source)
  } catch {
    // Where nothing can be written, nothing is kept.
  }
  return validators
}
