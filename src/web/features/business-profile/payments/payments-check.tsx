import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { paymentEndpoints } from '#shared/contract/endpoints/payments.ts'
import type { PaymentsStateWire, ProviderStateWire } from '#shared/contract/payments.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { paymentsQuery } from '#web/documents/payments/payments-state.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { call, getServerMessage } from '#web/lib/api/client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { SandboxBadge } from '#web/ui/sandbox-badge.tsx'
import { UnappliedMoney } from './unapplied-money.tsx'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** 'just now', '3 min ago', '2 h ago'; after a day, date and time. An instant in the future is 'just now'. */
export const formatRelativeTime = (instant: string, now: number): string => {
  const ms = now - Date.parse(instant)
  if (ms < minuteMs) return 'just now'
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min ago`
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h ago`
  return formatInstant(instant)
}

/** In milliseconds; rerenders every 15 seconds. */
const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs / 4)
    return () => clearInterval(timer)
  }, [])
  return now
}

type CheckAction = 'check' | 'fix'

const countDifferences = ({ providers }: PaymentsStateWire, name: ProviderName) =>
  providers.find(({ provider }) => provider === name)?.check?.differences.length ?? 0

/** Compares with a provider again, or updates Billfold to match it. */
const usePaymentsCheck = (provider: ProviderName) => {
  const client = useQueryClient()
  const name = providerLabels[provider]
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (action: CheckAction) =>
      action === 'check' ? call(paymentEndpoints.check, { params: { provider } }) : call(paymentEndpoints.fix, { params: { provider } }),
    onSuccess: async (current, action) => {
      // A refetch of the page in progress is older than this response.
      await client.cancelQueries({ queryKey: paymentsQuery.queryKey })
      client.setQueryData(paymentsQuery.queryKey, current)
      if (action === 'check') return
      const left = countDifferences(current, provider)
      toast(
        left === 0
          ? { title: 'Success', description: `Billfold now matches ${name}.` }
          : { title: 'Error', description: `${left} ${left === 1 ? 'difference is' : 'differences are'} left.`, variant: 'destructive' },
      )
      void refreshInvoices()
    },
    onError: (error, action) =>
      toastFailed(error, action === 'check' ? `${name} could not be reached` : 'The differences could not be fixed'),
  })
  return { start: (action: CheckAction) => !isPending && mutate(action), busy: isPending ? variables : undefined }
}

const describeCompared = (count: number) =>
  count === 0 ? 'Nothing to compare yet.' : count === 1 ? '1 payment compared.' : `${count.toLocaleString('en-US')} payments compared.`

const ProviderCheck = ({ state, current }: { state: ProviderStateWire; current: number }) => {
  const { provider, mode, events, check } = state
  const { start, busy } = usePaymentsCheck(provider)
  const name = providerLabels[provider]
  const differences = check?.differences ?? []
  const problem = check?.problem ?? null
  const hasTrouble = problem !== null || differences.length > 0
  const describeResult = () => {
    if (!check) return 'not checked yet'
    const when = `checked ${formatRelativeTime(check.checkedAt, current)}`
    if (differences.length > 0) return `${when}: ${differences.length === 1 ? '1 difference' : `${differences.length} differences`}`
    return problem === null ? `${when}: matches` : `${when}: incomplete`
  }
  const Icon = !check ? CircleDashed : hasTrouble ? CircleAlert : CircleCheck
  const tone = !check ? 'text-muted' : hasTrouble ? 'text-danger' : 'text-good'
  return (
    <section aria-label={`${name} check`} className="grid gap-2.5 px-4 py-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-60 items-start gap-2.5">
          <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} aria-hidden />
          <div className="min-w-0 text-sm">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span role="status">
                <span className="font-semibold">{name}:</span> {describeResult()}
              </span>
              {mode === 'sandbox' && <SandboxBadge />}
            </p>
            <p className="text-[0.8125rem] text-muted">
              {check && !(problem && check.compared === 0) && `${describeCompared(check.compared)} `}
              {events === 'told'
                ? `${name} notifies Billfold right away.`
                : `Billfold checks with ${name} regularly, because this server can't be reached from the internet.`}
            </p>
          </div>
        </div>
        <Button variant="secondary" size="sm" pending={busy === 'check'} onClick={() => start('check')}>
          {busy !== 'check' && <RefreshCw aria-hidden />} {busy === 'check' ? 'Checking...' : 'Check now'}
          <span className="sr-only"> with {name}</span>
        </Button>
      </div>
      {problem && <p className="rounded-md bg-danger-soft px-3 py-2 text-danger text-sm [overflow-wrap:anywhere]">{problem}</p>}
      {differences.length > 0 && (
        <>
          <ul aria-label={`Differences with ${name}`} className="grid gap-2">
            {differences.map((difference) => (
              <li key={difference.attemptId} className="rounded-md bg-danger-soft px-3 py-2 text-sm tabular-nums">
                <p className="font-medium [overflow-wrap:anywhere]">
                  Invoice{' '}
                  <Link href={`/invoices/${difference.invoiceId}`} className="text-accent underline underline-offset-2">
                    {difference.invoiceNumber}
                  </Link>
                </p>
                <p className="[overflow-wrap:anywhere]">{difference.provider}</p>
                <p className="[overflow-wrap:anywhere]">{difference.here}</p>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button size="sm" pending={busy === 'fix'} onClick={() => start('fix')}>
              {busy === 'fix' ? 'Fixing...' : differences.length === 1 ? 'Fix' : `Fix all ${differences.length}`}
              <span className="sr-only"> with {name}</span>
            </Button>
            <p className="min-w-0 flex-1 basis-48 text-[0.8125rem] text-muted">
              Updates Billfold to match {name}. No money moves. Customers get a receipt for each payment added.
            </p>
          </div>
        </>
      )}
    </section>
  )
}

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
