import { importFields } from '#modules/imports/fields.ts'
import type { ColumnGuess } from '#modules/imports/guess-columns.ts'
import { getColumnName } from '#modules/imports/rows.ts'
import type { Telling, TellingColumn } from '#modules/imports/telling-columns.ts'
import type { ImportKind } from '#shared/record-types.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Select } from '#web/ui/field.tsx'
import { getSamples } from './check-rows.ts'
import type { CsvTable } from './parse-csv.ts'

type Props = {
  kind: ImportKind
  table: CsvTable
  guesses: readonly ColumnGuess[]
  columns: readonly (string | null)[]
  telling: readonly TellingColumn[]
  onChange: (columns: (string | null)[]) => void
}

export const ColumnList = ({ kind, table, guesses, columns, telling, onChange }: Props) => {
  const choose = (column: number, field: string) =>
    // Each field comes from one column: choosing it here clears it elsewhere.
    onChange(columns.map((name, i) => (i === column ? field || null : name === field ? null : name)))
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {table.headers.map((_, column) => {
        const name = getColumnName(table.headers, column)
        const samples = getSamples(table, column, 3)
        return (
          <li
            key={name}
            className="grid items-center gap-x-4 gap-y-2 px-3 py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,15rem)]"
          >
            <span className="flex min-w-0 items-center gap-2">
              <span className="truncate font-medium text-sm" title={name}>
                {name}
              </span>
              {columns[column] === null && telling.some((it) => it.column === column && decides.has(it.tells)) ? (
                <Badge tone="note" title="Not imported, but it decides which rows are.">
                  checked
                </Badge>
              ) : (
                <GuessBadge guess={guesses[column] ?? null} field={columns[column] ?? null} />
              )}
            </span>
            <span className="truncate text-muted text-sm" title={samples.join('\n')} dir="auto">
              {samples.length > 0 ? samples.map((sample) => sample.slice(0, 60)).join(' · ') : 'empty column'}
            </span>
            <Select
              aria-label={`Import column ${name} as`}
              value={columns[column] ?? ''}
              onChange={(event) => choose(column, event.target.value)}
            >
              <option value="">— don't import —</option>
              {importFields[kind].map((field) => (
                <option key={field.name} value={field.name}>
                  {field.label}
                  {field.required ? ' (required)' : ''}
                </option>
              ))}
            </Select>
          </li>
        )
      })}
    </ul>
  )
}

const decides: ReadonlySet<Telling> = new Set(['status', 'type', 'paid', 'currency', 'direction', 'received'])

const GuessBadge = ({ guess, field }: { guess: ColumnGuess; field: string | null }) => {
  if (!guess || guess.field !== field) return
  return guess.by === 'name' ? <Badge tone="good">recognized</Badge> : <Badge tone="warn">guessed</Badge>
}
