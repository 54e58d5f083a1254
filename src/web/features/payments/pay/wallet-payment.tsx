import { LoaderCircle } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { publicPaymentEndpoints } from '#shared/contract/endpoints/public-payments.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { formatMoney, t } from '#web/documents/public/language.ts'
import { useFetch } from '#web/documents/public/use-fetch.ts'
import { call } from '#web/lib/api/client.ts'
import { loadScript } from '#web/lib/load-script.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MethodCard } from './method-card.tsx'
import { explain, isOutdated } from './use-payment-link.ts'
import type { WalletPaying } from './use-wallet.ts'

/** A token is valid for 15 minutes; one of this age is replaced before a click could use it. */
const maxAgeMs = 9 * 60_000
const checkIntervalMs = 30_000

type Setup = { data: unknown; dataUpdatedAt: number; refetch: () => unknown }

/** While the page is visible, unless PayPal's window is open, which would close. */
const useFreshToken = ({ data, dataUpdatedAt, refetch }: Setup, isOpen: RefObject<boolean>): void =>
  useEffect(() => {
    if (!data) return
    const check = () => {
      if (document.visibilityState === 'visible' && !isOpen.current && Date.now() - dataUpdatedAt > maxAgeMs) refetch()
    }
    const timer = setInterval(check, checkIntervalMs)
    return () => clearInterval(timer)
  }, [data, dataUpdatedAt, refetch, isOpen])

const scripts = {
  sandbox: 'https://www.sandbox.paypal.com/web-sdk/v6/core',
  production: 'https://www.paypal.com/web-sdk/v6/core',
} as const

/**
 * The script is loaded before the button looks for it, since the button would report a missing one only in the console.
 * @throws ApiError when the server refuses, Error when anything fails to load
 */
const prepareWallet = async (publicId: string, signal: AbortSignal) => {
  const [{ clientToken, environment, script }, { WalletButton }] = await Promise.all([
    call(publicPaymentEndpoints.paypalSetup, { params: { ref: publicId }, signal }),
    import('./wallet-button.tsx'),
  ])
  await loadScript(script ?? scripts[environment])
  return { clientToken, environment, WalletButton }
}

type Props = { page: PublicInvoiceWire; part: string | null; wallet: WalletPaying; onRefused: (message: string) => void }

/** Placeholders have the button's height, so that nothing moves when it loads. */
export const WalletPayment = ({ page: { invoice }, part, wallet, onRefused }: Props) => {
  const setup = useFetch((signal) =>
    prepareWallet(invoice.id, signal).catch((error: unknown) => {
      if (isOutdated(error)) onRefused(explain(error, 'This invoice has changed since you opened it.'))
      throw error
    }),
  )
  useFreshToken(setup, wallet.isOpen)

  const placeholder = <Skeleton className="h-12" />
  const errorNotice = (
    <div role="alert" className="flex min-h-12 items-center justify-between gap-3 text-muted text-sm">
      {t("PayPal can't be reached at the moment")}
      <Button variant="secondary" pending={setup.isFetching} onClick={() => void setup.refetch()}>
        {t('Try again')}
      </Button>
    </div>
  )
  const { data } = setup
  return (
    <MethodCard
      title={t('Pay with PayPal')}
      text={t('Approve {amount} at PayPal.', { amount: formatMoney(part ?? invoice.balanceDue, invoice.currency) })}
      problem={
        wallet.problem && (
          <>
            {wallet.problem.message}
            {wallet.problem.unknownOrderId && <CheckAgain check={() => void wallet.approved(wallet.problem!.unknownOrderId!)} />}
          </>
        )
      }
    >
      <div className="relative min-h-12">
        {data ? (
          <data.WalletButton key={setup.dataUpdatedAt} {...data} {...wallet} placeholder={placeholder} errorNotice={errorNotice} />
        ) : setup.isError ? (
          errorNotice
        ) : (
          placeholder
        )}
        {wallet.isCapturing && (
          <p role="status" className="absolute inset-0 flex items-center justify-center gap-2 bg-surface font-medium text-sm">
            <LoaderCircle className="size-4 motion-safe:animate-spin" aria-hidden />
            {t('Processing payment…')}
          </p>
        )}
      </div>
    </MethodCard>
  )
}

const CheckAgain = ({ check }: { check: () => void }) => (
  <Button variant="secondary" className="mt-3 w-full" onClick={check}>
    {t('Check again')}
  </Button>
)
