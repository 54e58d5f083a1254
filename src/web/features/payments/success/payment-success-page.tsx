import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { publicInvoiceEndpoints } from '#shared/contract/endpoints/public-invoice.ts'
import { publicPaymentEndpoints } from '#shared/contract/endpoints/public-payments.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { payPath } from '#shared/paths.ts'
import { PublicFrame } from '#web/documents/public/public-frame.tsx'
import { call } from '#web/lib/api/client.ts'
import { pollStatus } from '#web/lib/api/poll-status.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Confirming, Message, NotConfirmed, NotFound } from './messages.tsx'
import { Receipt } from './receipt.tsx'

const SuccessFrame = ({ page, children }: { page?: PublicInvoiceWire | undefined; children: ReactNode }) => (
  <PublicFrame business={page?.businessProfile} sandbox={page?.paymentConfig.sandbox} isNarrow>
    <div className="min-w-0 rounded-xl border border-line bg-surface px-5 py-7 sm:px-8 sm:py-9 print:border-0 print:px-0 print:pt-6">
      {children}
    </div>
  </PublicFrame>
)

type Props = { page: PublicInvoiceWire; isChecking: boolean; recheck: () => void }

const BankConfirming = ({ page: { invoice, businessProfile }, isChecking, recheck }: Props) => (
  <Message
    icon={<Hourglass aria-hidden />}
    title="Your payment is being confirmed by the bank"
    text={
      <>
        <p>
          Your payment for invoice {invoice.invoiceNumber} was sent to <bdi>{businessProfile.businessName}</bdi>. Most banks confirm within
          minutes, some take a few days.
        </p>
        <p>Don't pay again. You can leave this page: we email a receipt once it is confirmed.</p>
      </>
    }
    actions={
      <>
        <Button pending={isChecking} onClick={recheck}>
          Check again
        </Button>
        {/* A full page load, because that page has its own content security policy. */}
        <ButtonLink variant="secondary" href={payPath(invoice.id)}>
          Back to the invoice
        </ButtonLink>
      </>
    }
  />
)

/** Pauses before each request: about ten seconds in all, which a provider usually needs. */
const pausesMs = [0, 2000, 3000, 5000] as const

type Status = 'paid' | 'pending' | 'open'

/** Returns the provider's last answer. */
export const confirmPayment = (fetchStatus: () => Promise<Status>, wait?: (ms: number) => Promise<void>): Promise<Status> =>
  pollStatus({ fetchStatus, pausesMs, isSettled: (status) => status === 'paid', ...(wait && { wait }) })

const pendingPollMs = 20_000

/** Opening it proves nothing: the server asks the provider. `method` and `amount` in the URL are unverified and not used. */
export default function PaymentSuccessPage() {
  const [params] = useSearchParams()
  const publicId = params.get('invoice') || params.get('invoiceId') || ''
  const sessionId = params.get('session_id')
  const invoice = useQuery({
    queryKey: [publicInvoiceEndpoints.read.path, publicId],
    queryFn: ({ signal }) => call(publicInvoiceEndpoints.read, { params: { publicId }, signal }),
    enabled: publicId !== '',
  })
  const isPending = useRef(false)
  // Requesting it has no side effects, so a query fits: it runs once per visit, and on retry.
  const confirmation = useQuery({
    queryKey: [publicPaymentEndpoints.markPaid.path, publicId, sessionId],
    queryFn: async ({ signal }) => {
      const body = sessionId ? { body: { sessionId } } : {}
      const fetchStatus = async () => (await call(publicPaymentEndpoints.markPaid, { params: { ref: publicId }, ...body, signal })).status
      // A pending payment is polled at longer intervals.
      const status = isPending.current ? await fetchStatus() : await confirmPayment(fetchStatus)
      isPending.current = status === 'pending'
      // The receipt shows what was recorded.
      await invoice.refetch()
      return status
    },
    enabled: invoice.isSuccess,
    refetchInterval: ({ state }) => (state.data === 'pending' ? pendingPollMs : false),
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
  const recheck = () => void confirmation.refetch()
  const state = confirmation.data ?? (confirmation.error ? 'open' : undefined)
  return (
    <SuccessFrame page={page}>
      {!page || !state || (confirmation.isFetching && state !== 'pending') ? (
        <Confirming />
      ) : state === 'paid' ? (
        <Receipt page={page} />
      ) : state === 'pending' ? (
        <BankConfirming page={page} isChecking={confirmation.isFetching} recheck={recheck} />
      ) : (
        <NotConfirmed page={page} recheck={recheck} />
      )}
    </SuccessFrame>
  )
}
