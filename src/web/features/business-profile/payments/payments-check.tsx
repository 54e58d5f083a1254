import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { paymentsQuery } from '#web/documents/payments/payments-state.ts'
import { getServerMessage } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { ProviderCheck } from './provider-check.tsx'
import { useNow } from './relative-time.ts'
import { UnappliedMoney } from './unapplied-money.tsx'

const anchor = 'payments-check'

export const PaymentsCheck = () => {
  const { data, error, refetch, isFetching } = useQuery(paymentsQuery)
  const now = useNow()
  const heading = useRef<HTMLHeadingElement>(null)
  const hasContent = data !== undefined && data.providers.length + data.unapplied.length > 0
  // A notice that links here moves the focus to this section once it is loaded.
  useEffect(() => {
    if (!hasContent || location.hash !== `#${anchor}`) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [hasContent])
  if (data && !hasContent) return null
  return (
    <section aria-labelledby={anchor} className="rounded-lg border border-line">
      <div className="border-line border-b px-4 py-3">
        <h3 ref={heading} id={anchor} tabIndex={-1} className="scroll-mt-6 font-semibold outline-none">
          Payments check
        </h3>
        <p className="text-[0.8125rem] text-muted">Compares your payments with Stripe and PayPal.</p>
      </div>
      {data ? (
        <div className="divide-y divide-line">
          {data.providers.map((state) => (
            <ProviderCheck key={state.provider} state={state} current={now} />
          ))}
          {data.unapplied.length > 0 && <UnappliedMoney unapplied={data.unapplied} />}
        </div>
      ) : error ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 px-4 py-3.5 text-sm">
          <p>{getServerMessage(error, 'The payments check could not be loaded.')}</p>
          <Button variant="secondary" size="sm" pending={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <p role="status" className="px-4 py-3.5 text-muted text-sm">
          Loading the payments check...
        </p>
      )}
    </section>
  )
}
