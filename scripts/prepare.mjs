// Prepares the project for a start or for the tests: packages, the built web app, a browser. Runs on the system's Node (20 or newer) before
// any package is installed, so it uses nothing but Node itself. Prints nothing when there is nothing to do. In a container's image, which has the
// builds and the production packages but no lock file, there never is.
//
//   node scripts/prepare.mjs install   packages
//   node scripts/prepare.mjs command   packages and the built server with its commands
//   node scripts/prepare.mjs start     the same and the built web app
//   node scripts/prepare.mjs test      the same and a browser

import { existsSync } from 'node:fs'
import { findBrowser, installBrowser } from './prepare/browser.mjs'
import { ensureBuilt } from './prepare/builds.mjs'
import { withLock } from './prepare/lock.mjs'
import { checkNode } from './prepare/node.mjs'
import { installPackages, packagesAreCurrent, refuseLinkedPackages } from './prepare/packages.mjs'
import { inRoot, StepError } from './prepare/run.mjs'

const wanted = process.argv[2]
const steps = {
  install: ['packages'],
  command: ['packages', 'server'],
  start: ['packages', 'server', 'web'],
  test: ['packages', 'server', 'web', 'browser'],
}[wanted]

const prepare = async () => {
  if (!steps) throw new StepError(`Usage: node scripts/prepare.mjs start|test|command|install (not '${wanted ?? ''}').`)
  if (!existsSync(inRoot('package-lock.json')) && existsSync(inRoot('dist-server', 'main.js'))) return
  // Each check is repeated under the lock: another process may have done the work meanwhile.
  if (!packagesAreCurrent()) refuseLinkedPackages()
  if (!packagesAreCurrent()) await withLock(async () => packagesAreCurrent() || (await installPackages()))
  checkNode()
  await ensureBuilt(steps.filter((step) => step === 'server' || step === 'web'))
  if (steps.includes('browser') && !(await findBrowser())) await withLock(async () => (await findBrowser()) || (await installBrowser()))
}

prepare().catch((error) => {
  console.error(error instanceof StepError ? error.message : error)
  process.exit(1)
})
