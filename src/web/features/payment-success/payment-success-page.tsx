import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { call } from '#web/lib/api.ts'
import { markPaid, readInvoice } from './calls.ts'
import { confirmPayment } from './confirm-payment.ts'
import { Confirming, NotConfirmed, NotFound } from './messages.tsx'
import { Receipt } from './receipt.tsx'
import { SuccessFrame } from './success-frame.tsx'

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Where the provider sends the customer back to. Being here proves nothing: the server asks the provider. */
export default function PaymentSuccessPage() {
  const [params] = useSearchParams()
  const publicId = params.get('invoice') || params.get('invoiceId') || ''
  const invoice = useQuery({
    queryKey: [readInvoice.path, publicId],
    queryFn: ({ signal }) => call(readInvoice, { params: { publicId }, signal }),
    enabled: publicId !== '',
  })
  // Asking again changes nothing on its own, so a query fits: it runs once a visit, and again on request.
  const confirmation = useQuery({
    queryKey: [markPaid.path, publicId],
    queryFn: async ({ signal }) => {
      const confirmed = await confirmPayment({ ask: () => call(markPaid, { params: { ref: publicId }, signal }), wait })
      // The receipt shows what was recorded.
      if (confirmed) await invoice.refetch()
      return confirmed
    },
    enabled: invoice.isSuccess,
    gcTime: 0,
  })

  if (publicId === '' || invoice.isError)
    return (
      <SuccessFrame>
        <NotFound retry={publicId === '' ? undefined : () => void invoice.refetch()} />
      </SuccessFrame>
    )
  return (
    <SuccessFrame sandbox={invoice.data?.paymentConfig.sandbox}>
      {confirmation.data && invoice.data ? (
        <Receipt page={invoice.data} />
      ) : invoice.isPending || confirmation.isFetching ? (
        <Confirming />
      ) : (
        <NotConfirmed number={invoice.data.invoice.invoiceNumber} publicId={publicId} again={() => void confirmation.refetch()} />
      )}
    </SuccessFrame>
  )
}
