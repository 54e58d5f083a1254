import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RowError } from '#modules/imports/rows.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Td, Th, Tr } from '#web/ui/table.tsx'
import { formatCount } from './import-texts.ts'
import { saveCsv } from './save-csv.ts'

export const ScrollTable = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
  <section aria-label={label} tabIndex={0} className={cx('overflow-auto rounded-lg border border-line', className)}>
    <table aria-label={label} className="w-full border-collapse text-sm [&_td]:h-10">
      {children}
    </table>
  </section>
)

const maxListed = 100

type Props = {
  errors: readonly RowError[]
  total?: number
  fileName: string
  /** The rows have no problem, but a reason why they are left out. */
  areLeftOut?: boolean
}

export const ProblemTable = ({ errors, total = errors.length, fileName, areLeftOut = false }: Props) => {
  // Phones have space for two columns.
  const isNarrow = useMediaQuery('(max-width: 39.99rem)')
  return (
    <div className="grid gap-2">
      <ScrollTable label={areLeftOut ? 'Left out' : 'Problems'} className="max-h-72">
        <thead>
          <Tr>
            <Th>Line</Th>
            {!isNarrow && <Th>Column</Th>}
            <Th>{areLeftOut ? 'Reason' : 'Problem'}</Th>
          </Tr>
        </thead>
        <tbody>
          {errors.slice(0, maxListed).map(({ line, column, message }) => (
            <Tr key={`${line} ${column} ${message}`}>
              <Td className="whitespace-nowrap tabular-nums">Line {line}</Td>
              {!isNarrow && (
                <Td className="max-w-40 truncate" title={column}>
                  {column || '—'}
                </Td>
              )}
              <Td className="[overflow-wrap:anywhere] sm:min-w-48">
                {isNarrow && column && <span className="block text-muted">{column}</span>}
                {message}
              </Td>
            </Tr>
          ))}
        </tbody>
      </ScrollTable>
      {total > (areLeftOut ? maxListed : 1) && (
        <div className="flex flex-wrap items-center justify-between gap-2 text-muted text-sm">
          <span>
            {total > maxListed
              ? `The first ${Math.min(maxListed, errors.length)} of ${formatCount(total, areLeftOut ? 'rows' : 'problems')}.`
              : `${formatCount(total, 'problems')}.`}
          </span>
          {!areLeftOut && (
            <Button
              variant="secondary"
              size="sm"
              onClick={() =>
                saveCsv(`problems-in-${fileName.replace(/\.\w+$/, '')}.csv`, [
                  ['Line', 'Column', 'Problem'],
                  ...errors.map(({ line, column, message }) => [String(line), column, message]),
                ])
              }
            >
              <Download aria-hidden /> {errors.length < total ? `Download the first ${errors.length}` : 'Download all problems'}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
