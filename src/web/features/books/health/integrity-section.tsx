import { useMutation } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { checkIntegrity } from '#web/features/books/query/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { IntegrityResult } from './integrity-result.tsx'

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
