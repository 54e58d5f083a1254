import { z } from 'zod'
import { isDiskFull } from '#server/platform/errors/disk-full.ts'
import { UnzipError } from '#server/platform/files/unzip.ts'
import { BackupError } from './manifest.ts'

/** A value that doesn't fit its column, a row that contradicts another: what a database refuses because of the rows that it is given. */
const isRefusedRow = (code: string) => /^(22|23|P0)/.test(code)
/** Problems of the server, the connection to it or the rights there: the backup may be as good as ever. */
const isServerTrouble = (code: string, message: string) =>
  /^[0-9A-Z]{5}$/.test(code) || /connection terminated|timeout expired/i.test(message)

const isMalformed = (error: unknown) => error instanceof SyntaxError || error instanceof RangeError || error instanceof z.ZodError

/**
 * What went wrong with a backup, as a sentence for the person at the terminal. What is one already, and a fault of our own, stays what it is.
 * @param path the backup's file
 * @param part which part of it was being read, if that is known
 */
export const toBackupError = (error: unknown, path: string, part: string | null = null): unknown => {
  if (!(error instanceof Error) || error instanceof BackupError) return error
  const { code = '', message } = error as Error & { code?: string }
  const because = (sentence: string) => new BackupError(sentence, { cause: error })
  if (isDiskFull(error))
    return because(`There is no space left on the disk (${message}). Nothing was changed. Make room there, then run this again.`)
  if (error instanceof UnzipError) return because(`${path} can’t be restored: ${error.message}. Nothing was changed.`)
  if (isMalformed(error) || isRefusedRow(code))
    return because(
      `${path} can’t be restored: ${part ? `${part} in it` : 'it'} is damaged, or was changed after the backup was made. Nothing was changed.`,
    )
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).path === path) return because(`There is no file ${path}.`)
  if (code === 'EISDIR') return because(`${path} is a folder. Name the file of a backup in it.`)
  if ('syscall' in error) return because(`${path} can’t be restored: ${message}. Nothing was changed.`)
  if (isServerTrouble(code, message)) return because(`The database could not take the backup: ${message}. Nothing was changed.`)
  return error
}
