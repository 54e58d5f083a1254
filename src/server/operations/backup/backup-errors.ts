import { z } from 'zod'
import { isDiskFull } from '#server/platform/errors/disk-full.ts'
import { BackupError } from './manifest.ts'
import { UnzipError } from './unzip.ts'

/** A value that does not fit its column, or a constraint violation. */
const isInvalidRow = (code: string) => /^(22|23|P0)/.test(code)
const isServerProblem = (code: string, message: string) =>
  /^[0-9A-Z]{5}$/.test(code) || /connection (terminated|error)|timeout expired/i.test(message)

const isMalformed = (error: unknown) => error instanceof SyntaxError || error instanceof RangeError || error instanceof z.ZodError

/** Errors that have a message for the operator, and programming errors, are returned unchanged. */
export const toBackupError = (error: unknown, path: string, part: string | null = null): unknown => {
  if (!(error instanceof Error) || error instanceof BackupError) return error
  const { code = '', message } = error as Error & { code?: string }
  const because = (sentence: string) => new BackupError(sentence, { cause: error })
  if (isDiskFull(error))
    return because(`There is no space left on the disk (${message}). Nothing was changed. Free some space, then run this again.`)
  if (error instanceof UnzipError) return because(`${path} can’t be restored: ${error.message}. Nothing was changed.`)
  if (isMalformed(error) || isInvalidRow(code))
    return because(
      `${path} can’t be restored: ${part ? `${part} in it` : 'it'} is damaged, or was changed after the backup was made. Nothing was changed.`,
    )
  if (code === 'ENOENT' && (error as NodeJS.ErrnoException).path === path) return because(`The file ${path} does not exist.`)
  if (code === 'EISDIR') return because(`${path} is a folder. Give the path of a backup file.`)
  if ('syscall' in error) return because(`${path} can’t be restored: ${message}. Nothing was changed.`)
  if (isServerProblem(code, message)) return because(`The database could not take the backup: ${message}. Nothing was changed.`)
  return error
}
