import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRunFolder } from '#server/testing/run-folder.ts'

/** Makes the builds anew that are older than their sources, when the tests are run without `npm test`, and creates the folder of the run. */
export default async () => {
  execFileSync(process.execPath, ['scripts/prepare.mjs', 'start'], { stdio: 'inherit' })
  const folder = await createRunFolder()
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
