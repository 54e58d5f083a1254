import { execFileSync } from 'node:child_process'

/** Makes the builds anew that are older than their sources, when the tests are run without `npm test`. */
export default () => {
  execFileSync(process.execPath, ['scripts/prepare.mjs', 'start'], { stdio: 'inherit' })
}
