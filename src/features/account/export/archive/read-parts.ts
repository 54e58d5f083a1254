import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { readInBatches } from '#server/platform/db/pagination.ts'
import type { Spool } from '#server/platform/files/spool.ts'
import type { Day } from '#shared/dates.ts'
import { createNameDeduplicator, documentFileName, toSafeFileName } from '#shared/file-names.ts'
import { type ArchivePart, filesPart, parts } from './parts.ts'
import { formatHeader, formatRows, type Json } from './sheets.ts'

export type DocumentToDraw = { type: DocumentType['name']; id: number; number: string; path: string }
export type StoredFile = { key: string; path: string; fileName: string; at: Date }
export type Found = { documents: DocumentToDraw[]; files: StoredFile[] }

type ExportContext = { today: Day; origin: string; isOver: AbortSignal; onChunk: () => void }

/** @throws when the download was aborted */
async function* readRecords(
  db: UserDb,
  { sql, batchSize }: ArchivePart,
  { today, origin, isOver, onChunk }: ExportContext,
): AsyncGenerator<Json[]> {
  isOver.throwIfAborted()
  for await (const rows of readInBatches<{ record: Json }>(db, { text: sql, values: [db.userId, today, origin] }, batchSize)) {
    onChunk()
    yield rows.map(({ record }) => record)
    isOver.throwIfAborted()
  }
  onChunk()
}

const createPathAssigner = () => {
  const found: Found = { documents: [], files: [] }
  const pathsById = new Map<number, string>()
  const toDistinctPath = createNameDeduplicator()
  const folders: Record<string, string> = { receipt: 'receipts', logo: 'logo' }

  const addFilePath = ({ key, ...record }: Json): Json => {
    const path = toDistinctPath(`${folders[record.purpose]}/${toSafeFileName(record.fileName)}`)
    pathsById.set(record.id, path)
    found.files.push({ key, path, fileName: record.fileName, at: new Date(record.createdAt) })
    return { ...record, path }
  }
  const addDocumentPath = (type: DocumentType, record: Json): Json => {
    const number: string = record[type.numberField]
    const path = toDistinctPath(`pdf/${type.name}s/${documentFileName(type.title, number)}`)
    found.documents.push({ type: type.name, id: record.id, number, path })
    return { ...record, pdf: path }
  }
  const addPath = (part: ArchivePart, record: Json): Json => {
    if (part === filesPart) return addFilePath(record)
    if (part.drawn) return addDocumentPath(part.drawn, record)
    if ('receiptFileId' in record) return { ...record, receiptFile: pathsById.get(record.receiptFileId) ?? null }
    if ('logoFileId' in record) return { ...record, logoFile: pathsById.get(record.logoFileId) ?? null }
    return record
  }
  return { found, place: addPath }
}

/** @param db a repeatable-read transaction, so that all files agree @returns the documents and files to fetch after the transaction */
export const readParts = async (db: UserDb, context: ExportContext, open: (path: string) => Promise<Spool>): Promise<Found> => {
  const { found, place: addPath } = createPathAssigner()
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
    for await (const chunk of readRecords(db, part, context)) {
      const records = chunk.map((record) => addPath(part, record))
      const text = records.map((record) => JSON.stringify(record, null, part.isOne ? 2 : undefined)).join(',\n')
      await json.write(part.isOne ? text : `${count === 0 ? '' : ','}\n${text}`)
      for (const { sheet, file } of sheets) await file.write(formatRows(sheet, records))
      count += records.length
    }
    await json.write(part.isOne ? (count === 0 ? 'null\n' : '\n') : '\n]\n')
  }
  return found
}
