import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed, RefreshCw } from 'lucide-react'
import { Link } from 'wouter'
import { paymentEndpoints } from '#shared/contract/endpoints/payments.ts'
import type { PaymentsStateWire, ProviderStateWire } from '#shared/contract/payments.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { paymentsQuery } from '#web/documents/payments/payments-state.ts'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { SandboxBadge } from '#web/ui/sandbox-badge.tsx'
import { formatRelativeTime } from './relative-time.ts'

type CheckAction = 'check' | 'fix'

const countDifferences = ({ providers }: PaymentsStateWire, name: ProviderName) =>
  providers.find(({ provider }) => provider === name)?.check?.differences.length ?? 0

/** Compares with a provider again, or updates Billfold to match it. */
const usePaymentsCheck = (provider: ProviderName) => {
  const client = useQueryClient()
  const refresh = useRefreshInvoices()
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
      void refresh()
    },
    onError: (error, action) =>
      toast({
        title: 'Error',
        description: action === 'check' ? `${name} could not be reached` : 'The differences could not be fixed',
        detail: toFailure(error).message,
        variant: 'destructive',
      }),
  })
  return { start: (action: CheckAction) => !isPending && mutate(action), busy: isPending ? variables : undefined }
}

const describeCompared = (count: number) =>
  count === 0 ? 'Nothing to compare yet.' : count === 1 ? '1 payment compared.' : `${count.toLocaleString('en-US')} payments compared.`

export const ProviderCheck = ({ state, current }: { state: ProviderStateWire; current: number }) => {
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
