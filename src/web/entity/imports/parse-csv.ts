import papaparse from 'papaparse'
import { isClearlyAmount } from '#modules/imports/amounts.ts'
import { looksLikeDay } from '#modules/imports/days.ts'
import { getColumnName, type SourceRow } from '#modules/imports/rows.ts'
import { maxImportRows } from '#shared/contract/imports.ts'
import { FileError, type TaskOptions, yieldToBrowser } from './file-error.ts'

const maxColumns = 100
/** Characters parsed before yielding to the browser. */
const chunkSize = 262_144

export type CsvTable = { headers: string[]; rows: SourceRow[]; delimiter: string }

/** @throws FileError when quotes don't match, or there are no rows, too many rows or columns, or two columns of one name */
export const parseCsv = async (text: string, { onProgress, signal }: TaskOptions = {}): Promise<CsvTable> => {
  // Excel's first line that declares the delimiter.
  const [declaration = '', declared] = /^sep=(.)(?:\r\n|\r|\n)/i.exec(text) ?? []
  const body = text.slice(declaration.length)
  const delimiter = declared ?? detectDelimiter(body)
  const lines = normalizeLineEndings(body, delimiter)
  const parser = rowParser(lines, delimiter, declaration === '' ? 1 : 2)
  let first: readonly string[] | undefined
  const rows: SourceRow[] = []
  while (!parser.isDone()) {
    for (const row of parser.more()) {
      if (row.cells.every((cell) => cell.trim() === '')) continue
      if (first) rows.push(row)
      else first = row.cells
    }
    if (rows.length > maxImportRows)
      throw new FileError(`This file has more than ${maxImportRows.toLocaleString('en')} rows. Split it and import the parts separately.`)
    onProgress?.(parser.done())
    await yieldToBrowser(signal)
  }
  if (!first) throw new FileError('This file is empty.')
  if (rows.length === 0) throw new FileError('This file has a header but no rows.')
  const later = findLaterHeaders(first, rows)
  if (later)
    throw new FileError(
      `The column names seem to be in line ${later.line}, not in the first one: ${later.cells.filter(Boolean).slice(0, 4).join(', ')}… Remove the lines above it and the totals and notes below the list, then choose the file again.`,
    )
  return { headers: checkHeaders(first), rows, delimiter }
}

const detectDelimiter = (text: string): string => {
  const start = text.slice(0, 65_536)
  const first =
    start
      .replace(/"[^"]*"/g, '""')
      .split(/[\r\n]+/)
      .find((line) => line.trim() !== '') ?? ''
  const count = (mark: string) => first.split(mark).length
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

/** Quoted cells keep their line breaks. */
const normalizeLineEndings = (text: string, delimiter: string): string => {
  if (!text.includes('\r')) return text
  const special = /["\r]/g
  const parts: string[] = []
  let copiedTo = 0
  for (let found = special.exec(text); found; found = special.exec(text)) {
    const at = found.index
    if (text[at] === '\r') {
      parts.push(text.slice(copiedTo, at), '\n')
      copiedTo = special.lastIndex = at + (text[at + 1] === '\n' ? 2 : 1)
    } else if (at === 0 || `${delimiter}\r\n`.includes(text[at - 1]!)) {
      special.lastIndex = findQuoteEnd(text, at)
    }
  }
  return parts.join('') + text.slice(copiedTo)
}

const findQuoteEnd = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at + 1
  return text.length
}

const countLines = (text: string) => text.split(/\r\n|\r|\n/).length - 1

/** A row that crosses a chunk's end is parsed with the next chunk. */
const rowParser = (text: string, delimiter: string, firstLine: number) => {
  let at = 0
  let line = firstLine
  let size = chunkSize
  return {
    isDone: () => at >= text.length,
    done: () => at / text.length,
    more: (): SourceRow[] => {
      const chunk = text.slice(at, at + size)
      const isLast = at + size >= text.length
      const rows: SourceRow[] = []
      let rowStart = 0
      const step = ({ data, errors, meta }: papaparse.ParseResult<string[]>) => {
        const problem = errors[0]
        if (problem) throw toQuoteError(problem.code, line + countLines(chunk.slice(rowStart, problem.index ?? rowStart)))
        rows.push({ line, cells: data[0]! })
        line += countLines(chunk.slice(rowStart, meta.cursor))
        rowStart = meta.cursor
      }
      new papaparse.Parser({ delimiter, newline: '\n', step } as papaparse.ParseConfig).parse(chunk, 0, !isLast)
      size = rowStart === 0 && !isLast ? size * 2 : chunkSize
      at = isLast ? text.length : at + rowStart
      return rows
    },
  }
}

const toQuoteError = (code: string, line: number) =>
  new FileError(
    code === 'MissingQuotes'
      ? `Line ${line}: a quote (") is never closed. Close it, or double quotes within a cell ("").`
      : `Line ${line}: there is text after a closing quote ("). Double quotes within a cell ("").`,
  )

const countCells = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length

/** Below a title: the widest of the next lines, if it has only names and is wider than the first by far. */
const findLaterHeaders = (first: readonly string[], rows: readonly SourceRow[]): SourceRow | undefined => {
  const width = countCells(first)
  if (width > 3) return
  const widest = rows
    .slice(0, 40)
    .reduce<SourceRow | undefined>((best, row) => (countCells(row.cells) > countCells(best?.cells ?? []) ? row : best), undefined)
  if (!widest || countCells(widest.cells) < Math.max(4, 2 * width)) return
  const isName = (cell: string) => !/\d{3}|@/.test(cell) && !isClearlyAmount(cell) && !looksLikeDay(cell)
  return widest.cells.every(isName) ? widest : undefined
}

const checkHeaders = (cells: readonly string[]): string[] => {
  const headers = cells.map((cell) => cell.replace(/^\uFEFF/, '').trim())
  while (headers.at(-1) === '') headers.pop()
  if (headers.length > maxColumns)
    throw new FileError(`This file has ${headers.length} columns. At most ${maxColumns} can be imported: remove those that you don't need.`)
  const seen = new Map<string, number>()
  for (const [i, header] of headers.entries()) {
    const key = getColumnName(headers, i).toLowerCase()
    const first = seen.get(key)
    if (first !== undefined)
      throw new FileError(
        `Columns ${first + 1} and ${i + 1} are both called "${header.slice(0, 80)}". Give each column a unique name, then choose the file again.`,
      )
    seen.set(key, i)
  }
  return headers
}
