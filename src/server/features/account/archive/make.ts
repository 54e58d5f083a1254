import type { Database } from '#server/platform/db/client.ts'
import { openSpool, type Spool } from '#server/platform/spool.ts'
import type { ZipWriter } from '#server/platform/zip.ts'
import type { Day } from '#shared/dates.ts'
import { drawDocument, type FetchDeps, type Fetched, fetchFile } from './fetch-files.ts'
import { fixedFiles } from './parts.ts'
import { readParts } from './read-parts.ts'
import { formatReadme } from './readme.ts'

export type ArchiveDeps = FetchDeps & {
  database: Database
  now: () => Date
  absolute: (path: string) => string
  /** Runs what reads all that an account has when it is this account's turn. */
  inTurn<T>(userId: number, work: () => Promise<T>): Promise<T>
}

/** How often a download that waits for its turn says that it is not forgotten. */
const signOfLifeMs = 10_000

type Making = {
  user: { id: number; email: string | null }
  today: Day
  /** Told how many files there will be, once that is known. */
  counted: (files: number) => void
  /** Told of each that is in, or can't be. */
  fileDone: () => void
  /** Told that there is life, while nothing else shows. */
  onChunk: () => void
}

/** Puts everything that a user has into the archive: what is in the database as of one moment, then what is drawn and fetched, one by one. */
export const writeArchive = async (
  deps: ArchiveDeps,
  zip: ZipWriter,
  { user, today, counted, fileDone, onChunk }: Making,
): Promise<void> => {
  const { database, now, absolute, inTurn } = deps
  const { aborted } = zip
  const spools = new Map<string, Spool>()
  const open = async (path: string) => {
    const spool = await openSpool()
    spools.set(path, spool)
    return spool
  }
  const origin = absolute('/').replace(/\/$/, '')
  const madeAt = now()
  try {
    const read = () => database.atOneMoment(user.id, (db) => readParts(db, { today, origin, isOver: aborted, onChunk }, open))
    const waiting = setInterval(onChunk, signOfLifeMs)
    const found = await inTurn(user.id, read).finally(() => clearInterval(waiting))
    counted(fixedFiles + found.documents.length + found.files.length)

    await zip.add('README.txt', Buffer.from(formatReadme({ email: user.email, madeAt })), madeAt)
    fileDone()
    for (const [path, spool] of spools) {
      await zip.add(path, spool.read(), madeAt)
      fileDone()
    }
    const problems: string[] = []
    const put = async (path: string, fetched: Fetched) => {
      if ('problem' in fetched) problems.push(fetched.problem)
      else await zip.add(path, fetched.bytes, fetched.at)
      fileDone()
    }
    for (const document of found.documents) await put(document.path, await drawDocument(deps, user.id, document, aborted))
    for (const file of found.files) await put(file.path, await fetchFile(deps, file, aborted))
    if (problems.length > 0) await zip.add('problems.txt', Buffer.from(`${problems.join('\n')}\n`), madeAt)
  } finally {
    for (const spool of spools.values()) await spool.close()
  }
}
