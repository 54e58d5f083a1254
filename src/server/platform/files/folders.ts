import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Node's recursive `mkdir` never ends where a folder can't be created in an existing parent, as below /proc. @returns the outermost new one
 */
export const ensureFolder = async (folder: string, mode = 0o777): Promise<string | undefined> => {
  const create = () =>
    mkdir(folder, { mode }).then(
      () => folder,
      async (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST' && (await stat(folder)).isDirectory()) return undefined
        throw error
      },
    )
  try {
    return await create()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    const first = await ensureFolder(dirname(folder), mode)
    const created = await create()
    return first ?? created
  }
}

/** Makes renames in the folder durable, also through a power failure. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
