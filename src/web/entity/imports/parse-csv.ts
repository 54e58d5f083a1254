import papaparse from 'papaparse'
import { maxImportRows } from '#shared/contract/imports.ts'
import { getColumnName, type SourceRow } from '#shared/imports/rows.ts'
import { FileError, type TaskOptions, yieldToBrowser } from './file-error.ts'

const maxColumns = 100
/** So much text is parsed before the page gets its turn. */
const window = 262_144

export type CsvTable = { headers: string[]; rows: SourceRow[]; delimiter: string }

/**
 * Reads a CSV file's header and rows, each row with the line on which it begins. The delimiter is found out; rows without any text are left
 * out; quoted cells may go over several lines.
 * @throws FileProblem when quotes don't match, or there are no rows, too many rows or columns, or two columns of one name
 */
export const parseCsv = async (text: string, { onProgress, signal }: TaskOptions = {}): Promise<CsvTable> => {
  // Excel's own first line, which names the delimiter.
  const [declaration = '', declared] = /^sep=(.)(?:\r\n|\r|\n)/i.exec(text) ?? []
  const body = text.slice(declaration.length)
  const delimiter = declared ?? delimiterOf(body)
  const lines = oneLineEnding(body, delimiter)
  const parser = rowParser(lines, delimiter, declaration === '' ? 1 : 2)
  let headers: string[] | undefined
  const rows: SourceRow[] = []
  while (!parser.isDone()) {
    for (const row of parser.more()) {
      if (row.cells.every((cell) => cell.trim() === '')) continue
      if (headers) rows.push(row)
      else headers = checkedHeaders(row.cells)
    }
    if (rows.length > maxImportRows)
      throw new FileError(
        `This file has more than ${maxImportRows.toLocaleString('en')} rows. Split it and import the parts one after the other.`,
      )
    onProgress?.(parser.done())
    await yieldToBrowser(signal)
  }
  if (!headers) throw new FileError('This file is empty.')
  if (rows.length === 0) throw new FileError('This file has a header and no rows below it. There is nothing to import.')
  return { headers, rows, delimiter }
}

/** The candidate that cuts the first line into the most cells, outside of quotes. */
const delimiterOf = (text: string): string => {
  const start = text.slice(0, 65_536)
  const first =
    start
      .replace(/"[^"]*"/g, '""')
      .split(/[\r\n]+/)
      .find((line) => line.trim() !== '') ?? ''
  const count = (mark: string) => first.split(mark).length
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

/** Ends every row with \n, whatever the file mixes; what stands in quoted cells stays as it is. */
const oneLineEnding = (text: string, delimiter: string): string => {
  if (!text.includes('\r')) return text
  const special = /["\r]/g
  const parts: string[] = []
  let kept = 0
  for (let found = special.exec(text); found; found = special.exec(text)) {
    const at = found.index
    if (text[at] === '\r') {
      parts.push(text.slice(kept, at), '\n')
      kept = special.lastIndex = at + (text[at + 1] === '\n' ? 2 : 1)
    } else if (at === 0 || `${delimiter}\r\n`.includes(text[at - 1]!)) {
      special.lastIndex = afterQuoted(text, at)
    }
  }
  return parts.join('') + text.slice(kept)
}

/** Where the quoted cell that begins here is over. */
const afterQuoted = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at + 1
  return text.length
}

const linesIn = (text: string) => text.split(/\r\n|\r|\n/).length - 1

/** Parses the text piece by piece; a row that goes beyond a piece is read with the next one. */
const rowParser = (text: string, delimiter: string, firstLine: number) => {
  let at = 0
  let line = firstLine
  let size = window
  return {
    isDone: () => at >= text.length,
    done: () => at / text.length,
    more: (): SourceRow[] => {
      const piece = text.slice(at, at + size)
      const isLast = at + size >= text.length
      const rows: SourceRow[] = []
      let begin = 0
      const step = ({ data, errors, meta }: papaparse.ParseResult<string[]>) => {
        const problem = errors[0]
        if (problem) throw quoteProblem(problem.code, line + linesIn(piece.slice(begin, problem.index ?? begin)))
        rows.push({ line, cells: data[0]! })
        line += linesIn(piece.slice(begin, meta.cursor))
        begin = meta.cursor
      }
      new papaparse.Parser({ delimiter, newline: '\n', step } as papaparse.ParseConfig).parse(piece, 0, !isLast)
      // One row is longer than the piece: a longer piece then.
      size = begin === 0 && !isLast ? size * 2 : window
      at = isLast ? text.length : at + begin
      return rows
    },
  }
}

const quoteProblem = (code: string, line: number) =>
  new FileError(
    code === 'MissingQuotes'
      ? `Line ${line}: a quote (") opens a cell and is never closed. Close it, or write a quote within a cell twice ("").`
      : `Line ${line}: a cell goes on after its closing quote ("). Write a quote within a cell twice ("").`,
  )

const checkedHeaders = (cells: readonly string[]): string[] => {
  const headers = cells.map((cell) => cell.replace(/^\uFEFF/, '').trim())
  while (headers.at(-1) === '') headers.pop()
  if (headers.length > maxColumns)
    throw new FileError(`This file has ${headers.length} columns. At most ${maxColumns} can be read: leave out those that you don't need.`)
  const seen = new Map<string, number>()
  for (const [i, header] of headers.entries()) {
    const key = getColumnName(headers, i).toLowerCase()
    const first = seen.get(key)
    if (first !== undefined)
      throw new FileError(
        `Columns ${first + 1} and ${i + 1} are both called "${header.slice(0, 80)}". Give each column a name of its own, then choose the file again.`,
      )
    seen.set(key, i)
  }
  return headers
}
