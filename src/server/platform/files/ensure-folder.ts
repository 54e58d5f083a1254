import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, one after another. Node's own recursive `mkdir` never ends where a folder can't be made although the one above it
 * is there, as below /proc.
 * @param mode of those that are made
 * @returns the outermost folder that was made; undefined when all of them were there
 * @throws the system's error
 */
export const ensureFolder = async (folder: string, mode = 0o777): Promise<string | undefined> => {
  const make = () =>
    mkdir(folder, { mode }).then(
      () => folder,
      async (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST' && (await stat(folder)).isDirectory()) return undefined
        throw error
      },
    )
  try {
    return await make()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    const first = await ensureFolder(dirname(folder), mode)
    const made = await make()
    return first ?? made
  }
}
