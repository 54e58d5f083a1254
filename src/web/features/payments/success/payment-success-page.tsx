import { useQuery } from '@tanstack/react-query'
import { Clock, FileQuestion, Hourglass, LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { publicInvoiceEndpoints } from '#shared/contract/endpoints/public-invoice.ts'
import { publicPaymentEndpoints } from '#shared/contract/endpoints/public-payments.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { payPath } from '#shared/paths.ts'
import { formatMoney, inBrowserLanguage, setLanguage, t } from '#web/documents/public/language.ts'
import { PublicFrame } from '#web/documents/public/public-frame.tsx'
import { rich } from '#web/documents/public/rich-text.ts'
import { ApiError, call } from '#web/lib/api/client.ts'
import { pollStatus } from '#web/lib/api/poll-status.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { StatusMessage } from '#web/ui/status-message.tsx'
import { Receipt } from './receipt.tsx'

const SuccessFrame = ({ page, children }: { page?: PublicInvoiceWire | undefined; children: ReactNode }) => (
  <PublicFrame business={page?.businessProfile} sandbox={page?.paymentConfig.sandbox} isNarrow>
    <div className="min-w-0 rounded-xl border border-line bg-surface px-5 py-7 sm:px-8 sm:py-9 print:border-0 print:px-0 print:pt-6">
      {children}
    </div>
  </PublicFrame>
)

const Confirming = () => (
  <StatusMessage icon={<LoaderCircle className="motion-safe:animate-spin" aria-hidden />} title={t('Confirming your payment…')}>
    {t('This takes a few seconds. You can leave this page; your payment continues.')}
  </StatusMessage>
)

const NotFound = ({ retry }: { retry: (() => void) | undefined }) => (
  <StatusMessage
    icon={<FileQuestion aria-hidden />}
    title={t('Invoice not found.')}
    actions={
      retry && (
        <Button variant="secondary" onClick={retry}>
          {t('Check again')}
        </Button>
      )
    }
  >
    {t('Check that the link is complete, or ask the business that sent it for a new one.')}
  </StatusMessage>
)

type Props = { page: PublicInvoiceWire; isPending: boolean; isChecking: boolean; recheck: () => void }

/** The bank has not confirmed it yet (`isPending`), or nothing is known of a payment. */
const NotConfirmed = ({ page: { invoice, businessProfile, payments }, isPending, isChecking, recheck }: Props) => (
  <StatusMessage
    icon={isPending ? <Hourglass aria-hidden /> : <Clock aria-hidden />}
    title={isPending ? t('Your payment is being confirmed by the bank') : t('Your payment is not confirmed yet')}
    actions={
      <>
        <Button pending={isPending && isChecking} onClick={recheck}>
          {t('Check again')}
        </Button>
        {/* A full page load, because that page has its own content security policy. */}
        <ButtonLink variant="secondary" href={payPath(invoice.id)}>
          {t('Back to the invoice')}
        </ButtonLink>
      </>
    }
  >
    {isPending ? (
      <>
        <p>
          {rich('Your payment for invoice {number} was sent to {business}. Most banks confirm within minutes, some take a few days.', {
            number: invoice.invoiceNumber,
            business: <bdi>{businessProfile.businessName}</bdi>,
          })}
        </p>
        <p>{t("Don't pay again. You can leave this page: we email a receipt once it is confirmed.")}</p>
      </>
    ) : (
      <>
        <p>
          {t(
            "If you just paid invoice {number}, the confirmation is on its way. Don't pay again. We email a receipt once it is confirmed.",
            { number: invoice.invoiceNumber },
          )}
        </p>
        {payments.length > 0 && invoice.status !== 'paid' && (
          <p>
            {t('{paid} has been paid and {due} is still due.', {
              paid: formatMoney(invoice.amountPaid, invoice.currency),
              due: formatMoney(invoice.balanceDue, invoice.currency),
            })}
          </p>
        )}
      </>
    )}
  </StatusMessage>
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
    queryFn: async ({ signal }) => {
      const reading =
        publicId === '' ? Promise.reject(new ApiError(404, '')) : call(publicInvoiceEndpoints.read, { params: { publicId }, signal })
      const page = await reading.catch(inBrowserLanguage)
      await setLanguage(page.businessProfile)
      return page
    },
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
    if (page)
      document.title = `${t('Payment of invoice {number}', { number: page.invoice.invoiceNumber })} · ${page.businessProfile.businessName}`
  }, [page])

  if (invoice.isError && !page)
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
      ) : (
        <NotConfirmed page={page} isPending={state === 'pending'} isChecking={confirmation.isFetching} recheck={recheck} />
      )}
    </SuccessFrame>
  )
}
