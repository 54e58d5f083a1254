import { Clock } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { publicPaymentEndpoints } from '#shared/contract/endpoints/public-payments.ts'
import { useAction } from '#web/documents/public/use-fetch.ts'
import { call } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'

/** The intervals of polling: some banks answer within a minute, others take days. */
const paceMs = (asked: number) => (asked < 8 ? 15_000 : asked < 60 ? 60_000 : 600_000)

/** Polls with growing intervals while the page is visible. `ask` must be a stable function. */
const useCalmPace = (ask: () => void) =>
  useEffect(() => {
    let asked = 0
    let timer = 0
    const wait = () => {
      timer = window.setTimeout(() => {
        if (document.visibilityState === 'visible') {
          asked++
          ask()
        }
        wait()
      }, paceMs(asked))
    }
    wait()
    return () => clearTimeout(timer)
  }, [ask])

/** A payment that waits for its bank: what to expect, and no way to pay twice. */
export const PendingPayment = ({ publicId, look }: { publicId: string; look: () => void }) => {
  // The server asks the provider; the page shows the answer.
  const { run, isPending } = useAction()
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  const check = useCallback(
    () => void run(() => call(publicPaymentEndpoints.markPaid, { params: { ref: publicId } }).finally(() => latest.current())),
    [run, publicId],
  )
  useCalmPace(check)
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
