import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { appNode } from './node.mjs'
import { inRoot, run, toolEnv } from './run.mjs'

const stampName = '.built-from'

/**
 * What is built, each into a folder of its own: `sources` are what the build is made of, `complete` is the file that only a finished build has,
 * `args` are Vite's.
 */
export const builds = {
  web: {
    title: 'the web app',
    folder: 'dist',
    complete: 'index.html',
    sources: [
      'index.html',
      'package-lock.json',
      'public',
      'scripts/build',
      'src/kit',
      'src/model',
      'src/modules',
      'src/shared',
      'src/web',
      'vite.config.ts',
    ],
    args: [],
  },
  server: {
    title: 'the server',
    folder: 'dist-server',
    complete: 'main.js',
    sources: [
      'package-lock.json',
      'scripts',
      'simulators',
      'src/app',
      'src/features',
      'src/kit',
      'src/model',
      'src/modules',
      'src/server',
      'src/shared',
      'vite.server.config.ts',
    ],
    args: ['--config', 'vite.server.config.ts'],
  },
}
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

/** Whether the build is of its present sources. For a manual build, the file times decide. */
const isCurrent = ({ folder, complete, sources }) => {
  if (!existsSync(inRoot(folder, complete))) return false
  const files = sources.flatMap(filesIn)
  const stamp = inRoot(folder, stampName)
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === hashFiles(files)
  const built = statSync(inRoot(folder, complete)).mtimeMs
  return files.every((file) => statSync(inRoot(file)).mtimeMs <= built)
}

/**
 * Builds beside the folder and swaps the two, so that an incomplete build is never served.
 * @throws StepError with Vite's output
 */
const build = async ({ title, folder, sources, args }) => {
  console.log(`Building ${title}…`)
  removeLeftovers(folder)
  const from = hashFiles(sources.flatMap(filesIn))
  const [fresh, old] = [inRoot(`.${folder}-new-${process.pid}`), inRoot(`.${folder}-old-${process.pid}`)]
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
  try {
    await run(appNode(), [vite, 'build', ...args, '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], {
      env: toolEnv({ NODE_ENV: 'production' }),
      failed: `${title[0].toUpperCase()}${title.slice(1)} could not be built`,
    })
    writeFileSync(join(fresh, stampName), from)
    if (existsSync(inRoot(folder))) renameSync(inRoot(folder), old)
    renameSync(fresh, inRoot(folder))
  } finally {
    removeLeftovers(folder)
  }
}

/** Builds what is not current, one build at a time. @param names keys of `builds` */
export const ensureBuilt = async (names) => {
  for (const name of names) {
    // Checked again under the lock: another process may have built it meanwhile.
    if (!isCurrent(builds[name])) await withLock(async () => isCurrent(builds[name]) || (await build(builds[name])))
  }
}

/** Removes the temporary folders of this build and of killed ones. Must be called under the lock. */
const removeLeftovers = (folder) => {
  for (const name of readdirSync(inRoot('.')))
    if (new RegExp(`^\\.${folder}-(new|old)-\\d+$`).test(name)) rmSync(inRoot(name), { recursive: true, force: true })
}
