import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A small fault for the product, and the tests that must see it. */
export type Fault = {
  /** The folder of its area and its name, 'money/half-cents'. */
  id: string
  area: string
  /** What the product does wrong, as a sentence. */
  text: string
  /** Test files of Vitest. */
  unitTests: string[]
  /** Test files of Playwright. */
  browserTests: string[]
  /** A pattern of test names; all tests of the files without one. */
  grep: string | undefined
  /** What it changes, by path. */
  changedFiles: string[]
  /** The whole file, which `git apply` takes as it is: it ignores the lines before the first header. */
  patch: string
}

export const faultsFolder = 'test/planted-faults'

/** @throws Error for a file without its header lines */
export const parseFault = (id: string, patch: string): Fault => {
  const head = patch.slice(0, patch.indexOf('\ndiff --git '))
  const readHeader = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(head)?.[1]?.trim()
  const [text, tests] = [readHeader('Fault'), readHeader('Tests')?.split(/\s+/)]
  if (!text || !tests) throw new Error(`${id}: the lines 'Fault: ...' and 'Tests: ...' must stand before the patch`)
  return {
    id,
    area: id.slice(0, id.indexOf('/')),
    text,
    unitTests: tests.filter((file) => !file.endsWith('.spec.ts')),
    browserTests: tests.filter((file) => file.endsWith('.spec.ts')),
    grep: readHeader('Grep'),
    changedFiles: [...patch.matchAll(/^diff --git a\/(\S+) b\/\S+$/gm)].map(([, file]) => file!),
    patch,
  }
}

/** All planted faults, by area and name. */
export const readFaults = (): Fault[] =>
  readdirSync(faultsFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.patch'))
    .sort()
    .map((file) => parseFault(file.replaceAll('\\', '/').replace(/\.patch$/, ''), readFileSync(join(faultsFolder, file), 'utf8')))
