import { getUserToday } from '#server/domain/business/user-today.ts'
import type { AnyDocument } from '#server/domain/documents/any-document.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { getParties, type Parties } from '#server/domain/documents/parties.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import { documentOf, type TypeSpecificContent } from './pdf-document.ts'

/** A stored document with its parties and its PDF input. */
export type Printed<Stored> = { stored: Stored; parties: Parties; document: PdfDocument }

/** Reads documents of one type with their PDF input. */
export type PrintedDocuments<Stored> = {
  /** Reads a document as of today in the owner's time zone. @throws AppError 404 */
  read(db: UserDb, id: number): Promise<Printed<Stored>>
}

/** @param own builds the type-specific parts */
export const printedDocuments = <Stored extends AnyDocument>(
  of: DocumentType,
  now: () => Date,
  one: (db: UserDb, id: number, today: Day) => Promise<Stored>,
  own: (db: UserDb, stored: Stored, parties: Parties) => Promise<TypeSpecificContent>,
): PrintedDocuments<Stored> => ({
  read: async (db, id) => {
    const stored = await one(db, id, await getUserToday(db, now()))
    const parties = await getParties(db, of, id)
    return { stored, parties, document: documentOf(of, stored, parties, await own(db, stored, parties)) }
  },
})
