import { randomBytes } from 'node:crypto'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { DocumentType } from './document-type.ts'

/** 144 random bits, URL-safe, so that public ids can't be guessed or enumerated. */
export const newPublicId = () => randomBytes(18).toString('base64url')

/** The only place where the user isn't taken from a session. @throws AppError 404 when no document of that type has that id */
export const findPublicDocument = async <T>(
  database: Database,
  type: DocumentType,
  publicId: string,
  work: (db: UserDb, documentId: number) => Promise<T>,
): Promise<T> => {
  // Ids have 24 or more characters of base64url; anything else, such as a row number, is refused without a query.
  if (!/^[\w-]{22,64}$/.test(publicId)) throw notFound(type.title)
  const [found] = await database.asNobody((db) =>
    db.rows<{ userId: number; id: number }>(
      'select user_id as "userId", document_id as id from find_public_document($1, $2)',
      [publicId, type.name],
      'public-links.find',
    ),
  )
  if (!found) throw notFound(type.title)
  return database.asUser(found.userId, (db) => work(db, found.id))
}
