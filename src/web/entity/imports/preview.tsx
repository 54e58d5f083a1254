import { useMemo } from 'react'
import { type ImportField, importFields } from '#modules/imports/fields.ts'
import { createRowReader, type ImportRow, type ReadRow } from '#modules/imports/rows.ts'
import { isCurrency } from '#shared/currencies.ts'
import { formatDay, isDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { cx } from '#web/ui/cx.ts'
import { Td, Th, Tr } from '#web/ui/table.tsx'
import type { CsvTable } from './parse-csv.ts'
import { ScrollTable } from './problem-table.tsx'
import type { ColumnMapping } from './use-mapping.ts'

const previewRows = 5
/** Rows among which those are looked for that are not left out. */
const searchedRows = 1000
/** Merged into other fields and not shown themselves. */
const mergedFields = ['firstName', 'lastName', 'addressLine2']

export const Preview = ({ table, mapping }: { table: CsvTable; mapping: ColumnMapping }) => {
  const { plan, unanswered, checked } = mapping
  const isNarrow = useMediaQuery('(max-width: 39.99rem)')
  const rows = useMemo(() => {
    const read = createRowReader(plan)
    const out = new Set(checked?.leftOut.map(({ line }) => line))
    const found: ReadRow[] = []
    for (const source of table.rows.slice(0, searchedRows)) {
      const row = out.has(source.line) ? undefined : read(source)
      if (row && !row.leftOut) found.push(row)
      if (found.length === previewRows) break
    }
    return found
  }, [table, plan, checked])
  const fields = importFields[plan.kind].filter(({ name }) => !mergedFields.includes(name) && rows.some(({ row }) => name in row.values))
  if (fields.length === 0) return
  const heading = <h4 className="font-medium text-sm">Preview of the first rows</h4>
  if (isNarrow)
    return (
      <>
        {heading}
        <PreviewList fields={fields} rows={rows} unanswered={unanswered} />
      </>
    )
  return (
    <>
      {heading}
      <ScrollTable label="Preview">
        <thead>
          <Tr>
            <Th>Line</Th>
            {fields.map(({ name, label, type }) => (
              <Th key={name} numeric={type === 'amount'}>
                {label}
              </Th>
            ))}
          </Tr>
        </thead>
        <tbody>
          {rows.map(({ row, errors }) => (
            <Tr key={row.line} className={cx(errors.length > 0 && 'bg-danger-soft')}>
              <Td className="text-muted tabular-nums">
                {row.line}
                {errors.length > 0 && <span className="sr-only"> (has a problem)</span>}
              </Td>
              {fields.map((field) => (
                <Td key={field.name} numeric={field.type === 'amount'} className="max-w-60 truncate" dir="auto">
                  {formatCell(field, row, unanswered)}
                </Td>
              ))}
            </Tr>
          ))}
        </tbody>
      </ScrollTable>
    </>
  )
}

type Unanswered = ColumnMapping['unanswered']
type ListProps = { fields: readonly ImportField[]; rows: ReadRow[]; unanswered: Unanswered }

const PreviewList = ({ fields, rows, unanswered }: ListProps) => (
  <ul aria-label="Preview" className="divide-y divide-line rounded-lg border border-line text-sm">
    {rows.map(({ row, errors }) => (
      <li key={row.line} className={cx('px-3 py-2.5', errors.length > 0 && 'bg-danger-soft')}>
        <p className="text-[0.8125rem] text-muted tabular-nums">
          Line {row.line}
          {errors.length > 0 && ' has a problem'}
        </p>
        <dl>
          {fields
            .filter(({ name }) => row.values[name])
            .map((field) => (
              <div key={field.name} className="flex justify-between gap-4">
                <dt className="shrink-0 text-muted">{field.label}</dt>
                <dd className="line-clamp-3 min-w-0 text-right [overflow-wrap:anywhere]" dir="auto">
                  {formatCell(field, row, unanswered)}
                </dd>
              </div>
            ))}
        </dl>
      </li>
    ))}
  </ul>
)

const formatCell = ({ name, type }: ImportField, { values }: ImportRow, unanswered: Unanswered) => {
  const text = values[name] ?? ''
  if (text === '') return <span className="text-muted">—</span>
  if (type === 'day' && unanswered.days) return <span className="text-muted">month or day first?</span>
  if (type === 'amount' && unanswered.amount) return <span className="text-muted">thousands or decimals?</span>
  if (type === 'amount' && unanswered.cost) return <span className="text-muted">cost or refund?</span>
  if (type === 'day' && isDay(text.slice(0, 10))) return formatDay(text)
  if (type === 'amount' && /^-?\d{1,8}(\.\d{1,2})?$/.test(text)) {
    const [whole, fraction = ''] = text.split('.')
    const amount = `${whole}.${fraction.padEnd(2, '0')}`
    return values.currency && isCurrency(values.currency) ? formatMoney(amount, values.currency) : <HomeMoney amount={amount} />
  }
  return text.slice(0, 120)
}
