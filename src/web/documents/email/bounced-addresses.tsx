import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import type { z } from 'zod'
import { customerEndpoints } from '#modules/customers/model.ts'
import { describeBouncedAddress } from '#shared/bounced-addresses.ts'
import type { bouncedAddress } from '#shared/contract/bounced-addresses.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { Button } from '#web/ui/button.tsx'

export type Bounced = z.input<typeof bouncedAddress>

export const isAmong = (bounced: readonly Bounced[], address: string): boolean =>
  bounced.some((mark) => mark.address === address.toLowerCase())

type Props = {
  customerId: number
  bounced: readonly Bounced[]
  /** Receives those that still get no emails. */
  onTried?: (bounced: readonly Bounced[]) => void
}

export const BouncedAddresses = ({ customerId, bounced, onTried }: Props) => {
  const client = useQueryClient()
  const tryAgain = useMutation({
    mutationFn: (address: string) =>
      runMutation((request) => call(customerEndpoints.tryAddress, { params: { id: customerId }, body: { address }, ...request })),
    onSuccess: (left) => onTried?.(left),
    onError: (error) => toastFailed(error, 'Emails to this address are still stopped.', 'Not Allowed Yet'),
    onSettled: () => client.invalidateQueries({ queryKey: [apiPaths.customers] }),
  })
  if (bounced.length === 0) return null
  return (
    <ul aria-label="Addresses that get no emails" className="grid gap-2">
      {bounced.map((mark) => (
        <li
          key={mark.address}
          className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-lg bg-warn-soft px-3.5 py-3 text-sm text-warn"
        >
          <div className="flex min-w-0 flex-1 basis-64 items-start gap-2.5">
            <MailX className="mt-0.5 size-4 shrink-0" aria-hidden />
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <p className="font-medium">{describeBouncedAddress(mark)}</p>
              <p>
                {mark.kind === 'bounce'
                  ? 'It gets no more emails. Correct the address, or try again if it is right.'
                  : 'It gets no more emails. Try again only if your customer asks for them.'}
              </p>
            </div>
          </div>
          <Button
            variant="secondary"
            size="sm"
            pending={tryAgain.isPending && tryAgain.variables === mark.address}
            onClick={() => tryAgain.isPending || tryAgain.mutate(mark.address)}
            aria-label={`Try again: ${mark.address}`}
          >
            Try again
          </Button>
        </li>
      ))}
    </ul>
  )
}
