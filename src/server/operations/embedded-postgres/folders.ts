import { chmod, chown, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDiskFull } from '#server/platform/errors/disk-full.ts'
import { ensureFolder } from '#server/platform/files/ensure-folder.ts'
import { diskFullError, EmbeddedDatabaseError, getErrorCode, getErrorMessage } from './errors.ts'
import { isRoot, type SystemAccount } from './system-account.ts'

/** Whether something stands there. One that may not be looked at counts as standing there. */
export const pathExists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error) => !['ENOENT', 'ENOTDIR'].includes(getErrorCode(error)),
  )

/**
 * Makes a folder and those above it. Made by root they are passable (not listable) for the database's account, whatever
 * the umask. Throws EmbeddedDatabaseError when it can't be made.
 */
export const createFolder = async (folder: string): Promise<void> => {
  try {
    const first = await ensureFolder(folder)
    if (first === undefined || !isRoot()) return
    for (let made = folder; made.length >= first.length; made = dirname(made)) await chmod(made, 0o711)
  } catch (error) {
    if (isDiskFull(error)) throw diskFullError(folder, error)
    throw new EmbeddedDatabaseError(
      `The folder ${folder} can't be made (${getErrorMessage(error)}). Make it and give it to the account that runs Billfold, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

/** Makes a folder that only the database's account can use, if it isn't there. Refuses one that somebody else has put there. */
export const createPrivateFolder = async (folder: string, account: SystemAccount): Promise<void> => {
  await mkdir(folder, { mode: 0o700 }).then(
    () => (isRoot() ? chown(folder, account.uid, account.gid) : undefined),
    (error) => {
      if (getErrorCode(error) !== 'EEXIST') throw error
    },
  )
  const found = await lstat(folder)
  if (!found.isDirectory() || (found.uid !== account.uid && found.uid !== 0))
    throw new EmbeddedDatabaseError(`${folder} belongs to somebody else (account ${found.uid}). Remove it and start Billfold again.`)
  if (found.uid !== account.uid) await chown(folder, account.uid, account.gid)
}

/** Gives a whole tree to the account: after a backup was copied back as root. Links are not followed. */
export const chownTree = async (folder: string, account: SystemAccount): Promise<void> => {
  await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), account.uid, account.gid)
}
