import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appNode } from './node.mjs'
import { inRoot, run, toolEnv } from './run.mjs'

const sources = ['index.html', 'package-lock.json', 'public', 'scripts/build', 'src/shared', 'src/web', 'vite.config.ts']
const page = inRoot('dist', 'index.html')
const stamp = inRoot('dist', '.built-from')
const isTest = /\.test\.tsx?$/

const filesIn = (path) => {
  if (!existsSync(inRoot(path))) return []
  if (!statSync(inRoot(path)).isDirectory()) return [path]
  const names = readdirSync(inRoot(path)).sort()
  return names.flatMap((name) => filesIn(join(path, name))).filter((file) => !isTest.test(file))
}

/** A hash of the build's sources. Of contents, not of times: a clone or a copy sets all times alike. */
const hashFiles = (files) => {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update('\0')
  return hash.digest('hex')
}

/** Whether dist has the build of these sources. For a manual build, the file times decide. */
export const webIsCurrent = () => {
  if (!existsSync(page)) return false
  const files = sources.flatMap(filesIn)
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === hashFiles(files)
  const built = statSync(page).mtimeMs
  return files.every((file) => statSync(inRoot(file)).mtimeMs <= built)
}

/**
 * Builds beside dist and swaps the folders, so that an incomplete build is never served.
 * @throws StepError with Vite's output
 */
export const buildWeb = async () => {
  console.log('Building the web app…')
  removeLeftovers()
  const from = hashFiles(sources.flatMap(filesIn))
  const [fresh, old] = [inRoot(`.dist-new-${process.pid}`), inRoot(`.dist-old-${process.pid}`)]
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
  try {
    await run(appNode(), [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], {
      env: toolEnv({ NODE_ENV: 'production' }),
      failed: 'The web app could not be built',
    })
    writeFileSync(join(fresh, '.built-from'), from)
    if (existsSync(inRoot('dist'))) renameSync(inRoot('dist'), old)
    renameSync(fresh, inRoot('dist'))
  } finally {
    removeLeftovers()
  }
}

/** Removes the temporary folders of this build and of killed ones. Must be called under the lock. */
const removeLeftovers = () => {
  for (const name of readdirSync(inRoot('.')))
    if (/^\.dist-(new|old)-\d+$/.test(name)) rmSync(inRoot(name), { recursive: true, force: true })
}
