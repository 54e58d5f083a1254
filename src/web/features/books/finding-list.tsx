import { Link } from 'wouter'
import type { IntegrityReport } from './calls.ts'

/** What disagrees, row by row; each leads to its record where there is one. */
export const FindingList = ({ findings }: { findings: IntegrityReport['findings'] }) => (
  <ul aria-label="What disagrees" className="divide-y divide-line rounded-lg border border-line text-sm">
    {findings.map(({ check, row, problem, path }) => (
      <li key={`${check} ${row} ${problem}`} className="px-4 py-3">
        <p className="break-words font-medium">
          {path ? (
            <Link href={path} className="text-accent underline-offset-2 hover:underline">
              {row}
            </Link>
          ) : (
            row
          )}
        </p>
        <p className="mt-0.5 text-pretty text-muted">{problem}</p>
      </li>
    ))}
  </ul>
)
