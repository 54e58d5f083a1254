import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A replacement in one file. `find` must occur exactly once. */
export type Patch = { file: string; find: string; replace: string }

/**
 * Copies the server's sources and plants faults in the copy, to check that the tests detect them.
 * @throws when a patch doesn't fit any more
 */
export const createPatchedSources = (patches: readonly Patch[]): { root: string; remove: () => void } => {
  const here = resolve('.')
  const root = mkdtempSync(join(tmpdir(), 'billfold-mutant-'))
  for (const part of [
    'src/app',
    'src/features',
    'src/server',
    'src/shared',
    'src/model',
    'src/kit',
    'src/modules',
    'simulators',
    'package.json',
  ])
    cpSync(join(here, part), join(root, part), { recursive: true })
  // The server needs a built web app to start.
  mkdirSync(join(root, 'dist'))
  writeFileSync(join(root, 'dist/index.html'), '')
  symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'), 'dir')
  for (const { file, find, replace } of patches) {
    const path = join(root, file)
    const source = readFileSync(path, 'utf8')
    const times = source.split(find).length - 1
    if (times !== 1) throw new Error(`${file} has ${JSON.stringify(find)} ${times} times, where a fault is to be planted`)
    writeFileSync(
      path,
      source.replace(find, () => replace),
    )
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
