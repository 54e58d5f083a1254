import type { UserDb } from '#server/platform/db/client.ts'
import { readInBatches } from '#server/platform/db/cursor.ts'
import type { Spool } from '#server/platform/files/spool.ts'
import type { Day } from '#shared/dates.ts'
import { createNameDeduplicator, documentFileName, toSafeFileName } from '#shared/file-names.ts'
import { type ArchivePart, estimatesPart, filesPart, invoicesPart, parts } from './parts.ts'
import { formatHeader, formatRows, type Json } from './sheets.ts'

/** A paper that is to be drawn, and where in the archive it goes. */
export type DocumentToDraw = { kind: 'invoice' | 'estimate'; id: number; number: string; path: string }
/** A file of the object store, and where in the archive it goes. */
export type StoredFile = { key: string; path: string; fileName: string; at: Date }
export type Found = { documents: DocumentToDraw[]; files: StoredFile[] }

type Given = { today: Day; origin: string; isOver: AbortSignal; onChunk: () => void }

/** Reads the rows of a part, some at a time. @throws when nobody wants them any more */
async function* recordsOf(db: UserDb, { sql, atOnce }: ArchivePart, { today, origin, isOver, onChunk }: Given): AsyncGenerator<Json[]> {
  const text = `with given as (select $1::int as user_id, $2::date as today, $3::text as origin) ${sql}`
  isOver.throwIfAborted()
  for await (const rows of readInBatches<{ record: Json }>(db, { text, values: [db.userId, today, origin] }, atOnce)) {
    onChunk()
    yield rows.map(({ record }) => record)
    isOver.throwIfAborted()
  }
  onChunk()
}

/** What the archive says of files and papers beside their columns. */
const placing = () => {
  const found: Found = { documents: [], files: [] }
  const pathOf = new Map<number, string>()
  const distinct: Record<string, (name: string) => string> = { receipt: createNameDeduplicator(), logo: createNameDeduplicator() }
  const names = { invoice: createNameDeduplicator(), estimate: createNameDeduplicator() }
  const folders: Record<string, string> = { receipt: 'receipts', logo: 'logo' }

  const placeFile = ({ key, ...record }: Json): Json => {
    const path = `${folders[record.purpose]}/${distinct[record.purpose]!(toSafeFileName(record.fileName))}`
    pathOf.set(record.id, path)
    found.files.push({ key, path, fileName: record.fileName, at: new Date(record.createdAt) })
    return { ...record, path }
  }
  const placeDocument = (kind: 'invoice' | 'estimate', record: Json): Json => {
    const number: string = record[`${kind}Number`]
    const path = `pdf/${kind}s/${names[kind](documentFileName(kind === 'invoice' ? 'Invoice' : 'Estimate', number))}`
    found.documents.push({ kind, id: record.id, number, path })
    return { ...record, pdf: path }
  }
  const place = (part: ArchivePart, record: Json): Json => {
    if (part === filesPart) return placeFile(record)
    if (part === invoicesPart) return placeDocument('invoice', record)
    if (part === estimatesPart) return placeDocument('estimate', record)
    if ('receiptFileId' in record) return { ...record, receiptFile: pathOf.get(record.receiptFileId) ?? null }
    if ('logoFileId' in record) return { ...record, logoFile: pathOf.get(record.logoFileId) ?? null }
    return record
  }
  return { found, place }
}

/**
 * Writes all JSON and CSV files of the archive.
 * @param db a transaction of one moment, so that all of them agree
 * @param open makes the file of that name
 * @returns what is to be fetched after the transaction
 */
export const readParts = async (db: UserDb, given: Given, open: (path: string) => Promise<Spool>): Promise<Found> => {
  const { found, place } = placing()
  for (const part of parts) {
    const json = await open(part.file)
    const sheets = []
    for (const sheet of part.sheets) {
      const file = await open(sheet.file)
      await file.write(formatHeader(sheet))
      sheets.push({ sheet, file })
    }
    let count = 0
    if (!part.isOne) await json.write('[')
    for await (const chunk of recordsOf(db, part, given)) {
      const records = chunk.map((record) => place(part, record))
      const text = records.map((record) => JSON.stringify(record, null, part.isOne ? 2 : undefined)).join(',\n')
      await json.write(part.isOne ? text : `${count === 0 ? '' : ','}\n${text}`)
      for (const { sheet, file } of sheets) await file.write(formatRows(sheet, records))
      count += records.length
    }
    await json.write(part.isOne ? (count === 0 ? 'null\n' : '\n') : '\n]\n')
  }
  return found
}
