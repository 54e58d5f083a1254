import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inRoot, StepError } from './run.mjs'

const bundled = inRoot('node_modules', '.bin', 'node')
const oldest = 24

/** The Node that runs the app: the bundled package, or the system's Node without one (on a Mac). */
export const appNode = () => (existsSync(bundled) ? bundled : process.execPath)

/** @throws StepError when the system's Node is too old. The bundled one always fits, and running it would cost time at every start. */
export const checkNode = () => {
  if (existsSync(bundled) || Number(process.versions.node.split('.')[0]) >= oldest) return
  throw new StepError(
    `Billfold needs Node ${oldest} or newer, and this is Node ${process.versions.node}: no Node comes bundled for ${process.platform}-${process.arch}. Install Node ${oldest} from https://nodejs.org and start again.`,
  )
}

/** @throws StepError when the bundled Node does not run on this machine (a Linux without glibc) */
export const checkBundledNode = () => {
  if (!existsSync(bundled)) return
  const { status, error } = spawnSync(bundled, ['--version'], { stdio: 'ignore' })
  if (status !== 0)
    throw new StepError(
      `The Node that comes with Billfold doesn't run on this machine${error ? ` (${error.message})` : ''}: it needs a Linux with glibc, like Debian, Ubuntu or Fedora.`,
    )
}
