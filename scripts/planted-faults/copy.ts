import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { run } from '../cli/processes.ts'
import type { Fault } from './faults.ts'

/** A disposable copy of the project, in which faults are planted. */
export type Copy = {
  folder: string
  env: NodeJS.ProcessEnv
  /** @returns why the fault does not apply, or null */
  check(fault: Fault): Promise<string | null>
  /** @throws Error when the fault does not apply */
  plant(fault: Fault): Promise<void>
  /** @throws Error when the fault is not planted */
  revert(fault: Fault): Promise<void>
  /** Builds what is out of date and what a started server needs. @throws Error with the output of the build */
  build(): Promise<void>
  /** Removes it once nothing runs from it any more: what guards a database stops it a moment after its server. */
  remove(): Promise<void>
}

const listFiles = async (): Promise<string[]> => {
  const { code, output } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: '.' })
  if (code !== 0) throw new Error(`The files of the project could not be listed: ${output}`)
  return [...new Set(output.split('\0'))].filter((file) => file !== '' && existsSync(file))
}

const waitMs = 30_000
const waitUntilUnused = async (folder: string): Promise<void> => {
  const startedAt = performance.now()
  while (performance.now() - startedAt < waitMs) {
    const { output } = await run('ps', ['-A', '-o', 'args='], { cwd: '.' })
    if (!output.includes(folder)) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Copies the project's own files and its build; the packages are those of the project. */
export const makeCopy = async (): Promise<Copy> => {
  const root = mkdtempSync(join(tmpdir(), 'faults-'))
  const [folder, tmp] = [join(root, 'copy'), join(root, 'tmp')]
  const remove = async () => {
    await waitUntilUnused(root)
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    mkdirSync(tmp)
    for (const file of await listFiles()) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      cpSync(file, join(folder, file), { verbatimSymlinks: true })
    }
    if (existsSync('dist')) cpSync('dist', join(folder, 'dist'), { recursive: true })
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  } catch (error) {
    await remove()
    throw error
  }
  const { TEST_DATABASE_URL: _, CI: __, ...inherited } = process.env
  const env = {
    ...inherited,
    PATH: `${join(folder, 'node_modules', '.bin')}:${inherited.PATH}`,
    TMPDIR: tmp,
    NODE_COMPILE_CACHE: join(root, 'compiled'),
    // A repository around the folder for temporary files would make git look for the paths there.
    GIT_CEILING_DIRECTORIES: root,
  }
  const apply = (fault: Fault, ...options: string[]) => run('git', ['apply', ...options, '-'], { cwd: folder, env, input: fault.patch })
  const change = async (fault: Fault, ...options: string[]) => {
    const { code, output } = await apply(fault, ...options)
    if (code !== 0) throw new Error(`${fault.id}: ${output.trim()}`)
  }
  return {
    folder,
    env,
    check: async (fault) => {
      const { code, output } = await apply(fault, '--check')
      return code === 0 ? null : output.trim()
    },
    plant: (fault) => change(fault),
    revert: (fault) => change(fault, '--reverse'),
    build: async () => {
      const { code, output } = await run(process.execPath, ['scripts/prepare.mjs', 'start'], { cwd: folder, env })
      if (code !== 0) throw new Error(output.trim().split('\n').slice(-12).join('\n'))
    },
    remove,
  }
}
