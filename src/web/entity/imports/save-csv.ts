import papaparse from 'papaparse'
import { escapeFormula } from '#shared/formulas.ts'
import { saveBlob } from '#web/lib/native/save-blob.ts'
import { toast } from '#web/lib/toast.ts'

/** For spreadsheets: UTF-8 with a byte order mark, and formulas escaped. */
export const saveCsv = (fileName: string, rows: readonly (readonly string[])[]): void => {
  const text = papaparse.unparse(
    rows.map((cells) => cells.map(escapeFormula)),
    { newline: '\r\n' },
  )
  const file = new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' })
  saveBlob(fileName, file).catch(() => toast({ title: 'Error', description: `${fileName} could not be saved.`, variant: 'destructive' }))
}
