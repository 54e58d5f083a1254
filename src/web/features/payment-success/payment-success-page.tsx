import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { ApiError, call } from '#web/lib/api.ts'
import { BankConfirming } from './bank-confirming.tsx'
import { markPaid, readInvoice } from './calls.ts'
import { confirmPayment } from './confirm-payment.ts'
import { Confirming, NotConfirmed, NotFound } from './messages.tsx'
import { Receipt } from './receipt.tsx'
import { SuccessFrame } from './success-frame.tsx'

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
/** The server understood and said no: a session that is not of this invoice. Asked again, it says the same. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
/** How often to ask again while the bank takes its time. */
const pendingPaceMs = 20_000

/**
 * Where the provider sends the customer back to. Being here proves nothing: the server asks the provider. Whatever else stands in the address
 * (`method`, `amount`) is what a browser says, and nothing on this page comes from there.
 */
export default function PaymentSuccessPage() {
  const [params] = useSearchParams()
  const publicId = params.get('invoice') || params.get('invoiceId') || ''
  const sessionId = params.get('session_id')
  const invoice = useQuery({
    queryKey: [readInvoice.path, publicId],
    queryFn: ({ signal }) => call(readInvoice, { params: { publicId }, signal }),
    enabled: publicId !== '',
  })
  const isPending = useRef(false)
  // Asking again changes nothing on its own, so a query fits: it runs once a visit, and again on request.
  const confirmation = useQuery({
    queryKey: [markPaid.path, publicId, sessionId],
    queryFn: async ({ signal }) => {
      const ask = () => call(markPaid, { params: { ref: publicId }, ...(sessionId && { body: { sessionId } }), signal })
      // Once it is known to be pending a look now and then will do.
      const status = isPending.current ? (await ask()).status : await confirmPayment({ ask, wait, isFinal })
      isPending.current = status === 'pending'
      // The receipt shows what was recorded.
      await invoice.refetch()
      return status
    },
    enabled: invoice.isSuccess,
    refetchInterval: ({ state }) => (state.data === 'pending' ? pendingPaceMs : false),
    gcTime: 0,
  })
  const page = invoice.data
  useEffect(() => {
    if (page) document.title = `Payment of invoice ${page.invoice.invoiceNumber} · ${page.businessProfile.businessName}`
  }, [page])

  if (publicId === '' || (invoice.isError && !page))
    return (
      <SuccessFrame>
        <NotFound retry={publicId === '' ? undefined : () => void invoice.refetch()} />
      </SuccessFrame>
    )
  const again = () => void confirmation.refetch()
  const state = confirmation.data ?? (confirmation.error ? 'open' : undefined)
  return (
    <SuccessFrame sandbox={page?.paymentConfig.sandbox}>
      {!page || !state || (confirmation.isFetching && state !== 'pending') ? (
        <Confirming />
      ) : state === 'paid' ? (
        <Receipt page={page} />
      ) : state === 'pending' ? (
        <BankConfirming page={page} isChecking={confirmation.isFetching} again={again} />
      ) : (
        <NotConfirmed page={page} again={again} />
      )}
    </SuccessFrame>
  )
}
