import { Download } from 'lucide-react'
import type { RowError } from '#shared/imports/rows.ts'
import { Button } from '#web/ui/button.tsx'
import { saveCsv } from './save-csv.ts'
import type { ParsedFile } from './use-file-reader.ts'

/** The skipped rows as in the file, with their problems in an added last column. The first row is the header. */
const buildSkippedRows = ({ table: { headers, rows } }: Pick<ParsedFile, 'table'>, errors: readonly RowError[]): string[][] => {
  const problems = new Map<number, string[]>()
  for (const { line, message } of errors) problems.set(line, [...(problems.get(line) ?? []), message])
  // A row may have more cells than there are columns, which may be its problem.
  const width = Math.max(headers.length, ...rows.filter(({ line }) => problems.has(line)).map(({ cells }) => cells.length))
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, i) => cells[i] ?? '')
  return [
    [...padded(headers), 'Problem'],
    ...rows.flatMap(({ line, cells }) => (problems.has(line) ? [[...padded(cells), problems.get(line)!.join('; ')]] : [])),
  ]
}

/** Downloads the rows that the import skips, to be corrected and imported later. */
export const DownloadSkipped = ({ file, errors }: { file: ParsedFile; errors: readonly RowError[] }) => (
  <Button
    variant="secondary"
    size="sm"
    onClick={() => saveCsv(`skipped-rows-of-${file.name.replace(/\.\w+$/, '')}.csv`, buildSkippedRows(file, errors))}
  >
    <Download aria-hidden /> Download skipped rows
  </Button>
)
