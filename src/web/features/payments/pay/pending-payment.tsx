import { Clock } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { publicPaymentEndpoints } from '#shared/contract/endpoints/public-payments.ts'
import { useAction } from '#web/documents/public/use-fetch.ts'
import { call } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'

/** The intervals of polling: some banks answer within a minute, others take days. */
const getIntervalMs = (count: number) => (count < 8 ? 15_000 : count < 60 ? 60_000 : 600_000)

/** Polls with growing intervals while the page is visible. `ask` must be a stable function. */
const usePolling = (poll: () => void) =>
  useEffect(() => {
    let count = 0
    let timer = 0
    const wait = () => {
      timer = window.setTimeout(() => {
        if (document.visibilityState === 'visible') {
          count++
          poll()
        }
        wait()
      }, getIntervalMs(count))
    }
    wait()
    return () => clearTimeout(timer)
  }, [poll])

/** A payment that waits for its bank: what to expect, and no way to pay twice. */
export const PendingPayment = ({ publicId, refetch }: { publicId: string; refetch: () => void }) => {
  // The server asks the provider; the page shows the answer.
  const { run, isPending } = useAction()
  const latest = useRef(refetch)
  useEffect(() => {
    latest.current = refetch
  })
  const check = useCallback(
    () => void run(() => call(publicPaymentEndpoints.markPaid, { params: { ref: publicId } }).finally(() => latest.current())),
    [run, publicId],
  )
  usePolling(check)
  return (
    <>
      <p role="status" className="mt-2 flex items-center gap-2 font-medium text-sm text-warn">
        <Clock className="size-5 shrink-0" aria-hidden />
        Payment being confirmed
      </p>
      <p className="mt-1 text-muted text-sm">
        Your payment is waiting for the bank. This usually takes minutes, with some banks a few days. Please don't pay again: this page
        shows the receipt once it is confirmed, or lets you retry if it isn't.
      </p>
      <Button variant="secondary" className="mt-4 w-full" pending={isPending} onClick={check}>
        Check now
      </Button>
    </>
  )
}
