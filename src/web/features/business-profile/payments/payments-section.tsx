import { LockKeyhole } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Provider } from '#web/features/business-profile/form/api.ts'
import { hasSavedKeys, type SavedKeys, type Values } from '#web/features/business-profile/form/profile-values.ts'
import { SectionCard } from '#web/features/business-profile/form/section-card.tsx'
import { Switch } from '#web/features/business-profile/form/switch.tsx'
import { isDemo, useAuthState } from '#web/lib/session/current-user.ts'
import { NotInDemo } from '#web/ui/not-in-demo.tsx'
import { SandboxBadge } from '#web/ui/sandbox-badge.tsx'
import type { Accounts } from './account-status.ts'
import { PaymentsCheck } from './payments-check.tsx'
import { ProviderCard, usePaymentMethods } from './provider-card.tsx'

const SandboxSwitch = () => {
  const { control, register } = useFormContext<Values>()
  const isOn = useWatch({ control, name: 'paymentSandbox' })
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-lg border border-warn/50 border-dashed bg-warn-soft/50 px-3.5 py-3">
      <Switch
        {...register('paymentSandbox')}
        className="min-w-0 flex-1 basis-72"
        label="Try payments in the sandbox"
        hint={
          isOn
            ? 'Try cards, PayPal, refunds and disputes in the built-in sandbox until you save your own keys. No account needed and no real money moves. Every page that uses it says so.'
            : 'Off: your payment pages accept no payments until you save your own keys. The built-in sandbox needs no account and moves no real money.'
        }
      />
      {isOn && <SandboxBadge />}
    </div>
  )
}

type Props = {
  savedKeys: SavedKeys
  accounts: Accounts
  /** The form is being saved, which checks the keys. */
  saving: boolean
  disconnect: (provider: Provider) => void
  disconnecting: Provider | undefined
}

export const PaymentsSection = ({ savedKeys, accounts, saving, disconnect, disconnecting }: Props) => {
  const methods = usePaymentMethods(savedKeys)
  const who = useAuthState()
  const { ready, on } = methods
  const canOfferBoth = ready.stripe && ready.paypal
  const usesSandbox = who.state === 'user' && who.user.sandbox && !hasSavedKeys(savedKeys)
  return (
    <SectionCard id="payments" title="Payments" text="How customers pay your invoices online. Find the keys in your provider account.">
      <div className="grid gap-4">
        {usesSandbox && <SandboxSwitch />}
        {isDemo() ? (
          <NotInDemo what="Payment keys" />
        ) : (
          <>
            <div className="grid items-stretch gap-4 sm:grid-cols-2">
              {(['stripe', 'paypal'] as const).map((provider) => (
                <ProviderCard
                  key={provider}
                  provider={provider}
                  savedKeys={savedKeys}
                  account={accounts[provider]}
                  saving={saving}
                  methods={methods}
                  disconnect={disconnect}
                  disconnecting={disconnecting === provider}
                />
              ))}
            </div>
            <Switch
              label="Offer both"
              hint={canOfferBoth ? 'Customers choose between card and PayPal.' : 'Available when Stripe and PayPal are both set up.'}
              disabled={!canOfferBoth}
              checked={on.stripe && on.paypal}
              onChange={(event) => methods.offerBoth(event.target.checked)}
            />
            {ready.stripe && !on.stripe && !on.paypal && (
              <p className="text-sm text-warn">
                While Stripe is set up, one of the two stays on, so saving turns Stripe on again. To stop card payments, disconnect it.
              </p>
            )}
            <p className="flex gap-2.5 rounded-lg bg-sunken px-3 py-2.5 text-muted text-sm">
              <LockKeyhole className="mt-0.5 size-4 shrink-0" aria-hidden />
              Your credentials are stored securely and encrypted. Only you, the owner, can see and edit them. Saved secrets are never shown
              again.
            </p>
          </>
        )}
        <PaymentsCheck />
      </div>
    </SectionCard>
  )
}
