import { chmod, chown, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDiskFull } from '#server/platform/errors/disk-full.ts'
import { ensureFolder } from '#server/platform/files/folders.ts'
import { diskFullError, EmbeddedDatabaseError, getErrorCode, getErrorMessage } from './errors.ts'
import { isRoot, type SystemAccount } from './system-account.ts'

/** A path that may not be examined counts as existing. */
export const pathExists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error) => !['ENOENT', 'ENOTDIR'].includes(getErrorCode(error)),
  )

/** As root the new folders are made passable (not listable), independent of the umask. @throws EmbeddedDatabaseError */
export const createFolder = async (folder: string): Promise<void> => {
  try {
    const first = await ensureFolder(folder)
    if (first === undefined || !isRoot()) return
    for (let path = folder; path.length >= first.length; path = dirname(path)) await chmod(path, 0o711)
  } catch (error) {
    if (isDiskFull(error)) throw diskFullError(folder, error)
    throw new EmbeddedDatabaseError(
      `The folder ${folder} can't be created (${getErrorMessage(error)}). Create it and give it to the account that runs Billfold, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

/** @throws EmbeddedDatabaseError when another account owns it */
export const createPrivateFolder = async (folder: string, account: SystemAccount): Promise<void> => {
  await mkdir(folder, { mode: 0o700 }).then(
    () => (isRoot() ? chown(folder, account.uid, account.gid) : undefined),
    (error) => {
      if (getErrorCode(error) !== 'EEXIST') throw error
    },
  )
  const found = await lstat(folder)
  if (!found.isDirectory() || (found.uid !== account.uid && found.uid !== 0))
    throw new EmbeddedDatabaseError(`${folder} belongs to another account (number ${found.uid}). Remove it and start Billfold again.`)
  if (found.uid !== account.uid) await chown(folder, account.uid, account.gid)
}

/** After a copy was restored as root. Links are not followed. */
export const chownTree = async (folder: string, account: SystemAccount): Promise<void> => {
  await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), account.uid, account.gid)
}
