import { parseAmount } from '#shared/money.ts'
import type { ImportRow, RowError, SourceRow } from './rows.ts'

type Read = { row: ImportRow; source: SourceRow }
/** What an open amount is about, in the words of messages. */
const facts: [name: string, plural: string, read: (values: Record<string, string>) => string][] = [
  ['customer', 'customers', ({ customer = '' }) => customer.toLowerCase()],
  ['amount', 'open amounts', ({ amount = '' }) => String(parseAmount(amount))],
  ['currency', 'currencies', ({ currency = '' }) => currency],
  ['dueDate', 'due dates', ({ dueDate = '' }) => dueDate],
]

/**
 * Tells several rows of one invoice from doubles, in the checked rows of a file of open amounts. Rows of one number that agree are the lines of one invoice,
 * or the same row again: the first one counts. Rows that disagree are all refused, since none of them is known to be right. Without a number, a row like an
 * earlier one is refused.
 */
export const findRepeatedRows = (rows: readonly Read[]): { leftOut: RowError[]; errors: RowError[] } => {
  const found: { leftOut: RowError[]; errors: RowError[] } = { leftOut: [], errors: [] }
  const groups = new Map<string, Read[]>()
  for (const read of rows) {
    const { values } = read.row
    const key = values.reference ? `number ${values.reference}` : facts.map(([, , of]) => of(values)).join('\n')
    const group = groups.get(key)
    if (group) group.push(read)
    else groups.set(key, [read])
  }
  for (const [first, ...others] of groups.values()) {
    if (!first || others.length === 0) continue
    const { line, values } = first.row
    const { reference } = values
    const differing = facts.find(([, , read]) => others.some(({ row }) => read(row.values) !== read(values)))
    if (differing) {
      const lines = [first, ...others].map(({ row }) => row.line).slice(0, 10)
      const message = `Invoice ${reference} has different ${differing[1]} in lines ${new Intl.ListFormat('en').format(lines.map(String))}. Keep one row with what is still owed`
      for (const { row } of [first, ...others]) found.errors.push({ line: row.line, column: '', message })
      continue
    }
    for (const { row, source } of others) {
      const isSame = source.cells.join('\n') === first.source.cells.join('\n')
      if (!reference)
        found.errors.push({
          line: row.line,
          column: '',
          message: `This row has the customer, amount and due date of line ${line}. If it is another invoice, give both rows their invoice numbers`,
        })
      else if (isSame) found.leftOut.push({ line: row.line, column: '', message: `This is line ${line} again` })
      else
        found.leftOut.push({
          line: row.line,
          column: '',
          message: `This is another line of invoice ${reference}: its open amount counts once, in line ${line}`,
        })
    }
  }
  return found
}
