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

/** What the build is made from. Content, not times: a clone or a copy sets all times alike. */
const builtFrom = (files) => {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update('\0')
  return hash.digest('hex')
}

/** Whether dist holds the web app of these sources. A build that somebody made by hand is judged by the times of the files. */
export const webIsCurrent = () => {
  if (!existsSync(page)) return false
  const files = sources.flatMap(filesIn)
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === builtFrom(files)
  const built = statSync(page).mtimeMs
  return files.every((file) => statSync(inRoot(file)).mtimeMs <= built)
}

/**
 * Builds beside dist and swaps, so that nobody ever serves half a build.
 * @throws StepError with what Vite printed
 */
export const buildWeb = async () => {
  console.log('Building the web app…')
  removeLeftovers()
  const from = builtFrom(sources.flatMap(filesIn))
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

/** Of this build, and of one that was killed: only the holder of the lock comes here. */
const removeLeftovers = () => {
  for (const name of readdirSync(inRoot('.')))
    if (/^\.dist-(new|old)-\d+$/.test(name)) rmSync(inRoot(name), { recursive: true, force: true })
}
