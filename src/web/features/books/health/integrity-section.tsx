import { useMutation } from '@tanstack/react-query'
import { Check, CircleCheck, ShieldCheck, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { checkIntegrity, type IntegrityReport } from '#web/features/books/query/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const IntegrityProgress = () => (
  <div className="mt-5 grid gap-4">
    <p role="status" className="text-muted text-sm">
      Checking your books. With many invoices this can take a while.
    </p>
    <div className="grid gap-3">
      {['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  </div>
)

export const IntegritySection = () => {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: checkIntegrity })
  return (
    <section aria-labelledby="books-health">
      <Card className="sm:p-6">
        <CardTitle id="books-health">Books health</CardTitle>
        <p className="mt-1 max-w-prose text-pretty text-muted text-sm">
          Recalculates every total and compares it with what is stored. Changes nothing.
        </p>
        <Button className="mt-4" pending={isPending} onClick={() => mutate()}>
          {!isPending && <ShieldCheck aria-hidden />} {data || error ? 'Check again' : 'Check now'}
        </Button>
        {isPending ? (
          <IntegrityProgress />
        ) : error ? (
          <LoadError error={error} retry={() => mutate()} />
        ) : (
          data && <IntegrityResult health={data} />
        )}
      </Card>
    </section>
  )
}

const FindingList = ({ findings }: { findings: IntegrityReport['findings'] }) => (
  <ul aria-label="Mismatches" className="divide-y divide-line rounded-lg border border-line text-sm">
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

const count = (n: number) => n.toLocaleString('en-US')
const total = (checks: IntegrityReport['checks'], of: 'looked' | 'wrong') => checks.reduce((sum, check) => sum + check[of], 0)

type ResultProps = { health: IntegrityReport }

export const IntegrityVerdict = ({ health: { checks, findings, isCut } }: ResultProps) => {
  const wrong = total(checks, 'wrong')
  // Reports and dashboard always have figures, even if all are zero.
  const isEmpty = checks.every(({ looked, group }) => looked === 0 || group === checks.at(-1)!.group)
  return wrong === 0 ? (
    <p role="status" className="flex gap-2.5 rounded-lg bg-good-soft px-4 py-3 text-good text-sm">
      <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        <strong className="font-semibold">Everything matches.</strong>{' '}
        {isEmpty ? 'Your books are empty, so there is little to compare yet.' : `${count(total(checks, 'looked'))} comparisons were made.`}
      </span>
    </p>
  ) : (
    <div className="grid gap-4">
      <p role="alert" className="flex gap-2.5 rounded-lg bg-danger-soft px-4 py-3 text-danger text-sm">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span>
          <strong className="font-semibold">
            {count(wrong)} of {count(total(checks, 'looked'))} comparisons {wrong === 1 ? 'fails' : 'fail'}.
          </strong>{' '}
          Open each record and correct its figures.
        </span>
      </p>
      <FindingList findings={findings} />
      {isCut && <p className="text-muted text-sm">Only the first {count(findings.length)} are shown.</p>}
    </div>
  )
}

const IntegrityResult = ({ health }: ResultProps) => (
  <div className="mt-5 grid gap-6">
    <IntegrityVerdict health={health} />
    <Checks checks={health.checks} />
  </div>
)

const Checks = ({ checks }: { checks: IntegrityReport['checks'] }) => {
  const done = checks.filter(({ looked }) => looked > 0)
  return (
    <div className="grid gap-6">
      {[...new Set(done.map(({ group }) => group))].map((group) => (
        <section key={group} aria-label={group}>
          <h3 className="font-medium text-sm">{group}</h3>
          <ul className="mt-1.5 divide-y divide-line text-sm">
            {done
              .filter((check) => check.group === group)
              .map((check) => (
                <li key={check.name} className="flex items-baseline justify-between gap-4 py-1.5">
                  <span className="min-w-0 text-pretty">{check.name}</span>
                  <Outcome {...check} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const Outcome = ({ looked, wrong }: { looked: number; wrong: number }) =>
  wrong > 0 ? (
    <span className="shrink-0 font-medium text-danger tabular-nums">
      {count(wrong)} of {count(looked)} wrong
    </span>
  ) : (
    <span className="flex shrink-0 items-center gap-1.5 tabular-nums">
      {count(looked)} <span className="sr-only">match</span>
      <Check className="size-4 text-good" aria-hidden />
    </span>
  )
