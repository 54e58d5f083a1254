import { randomBytes } from 'node:crypto'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { DocumentType } from './document-type.ts'

/** 144 random bits, URL-safe: nobody guesses or counts his way to a paper. */
export const newPublicId = () => randomBytes(18).toString('base64url')

/**
 * The way in for people who hold a paper's public id: finds whose it is and runs `work` as that user. The only place where the
 * user doesn't come from a session.
 * @throws AppError 404 when no paper of that kind has that id
 */
export const findPublicDocument = async <T>(
  database: Database,
  of: DocumentType,
  publicId: string,
  work: (db: UserDb, documentId: number) => Promise<T>,
): Promise<T> => {
  // Ids have 24 characters of base64url, some more; anything else, row numbers among them, isn't worth a query.
  if (!/^[\w-]{22,64}$/.test(publicId)) throw notFound(of.title)
  const [found] = await database.asNobody((db) =>
    db.rows<{ userId: number; id: number }>(
      `select user_id as "userId", ${of.documentId} as id from find_public_${of.name}($1)`,
      [publicId],
      `${of.publicIds}.find`,
    ),
  )
  if (!found) throw notFound(of.title)
  return database.asUser(found.userId, (db) => work(db, found.id))
}
