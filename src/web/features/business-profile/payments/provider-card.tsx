import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Provider } from '#web/features/business-profile/form/api.ts'
import {
  getConfiguredMethods,
  getEnabledMethods,
  getSavedKey,
  type KeyField as KeyName,
  keyFields,
  type SavedKeys,
  type Values,
} from '#web/features/business-profile/form/profile-values.ts'
import { Switch } from '#web/features/business-profile/form/switch.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Account, useAccountStatus } from './account-status.ts'
import { KeyField } from './key-field.tsx'
import { providerLabels } from './provider-labels.ts'

const options = { shouldDirty: true } as const
const typedKeys = (values: readonly string[]) =>
  Object.fromEntries(keyFields.map((field, i) => [field, values[i]!])) as Record<KeyName, string>

/** One at a time, or both on request. */
export const usePaymentMethods = (savedKeys: SavedKeys) => {
  const { control, setValue, getValues } = useFormContext<Values>()
  const typed = typedKeys(useWatch({ control, name: keyFields }))
  const [stripeOn, paypalOn] = useWatch({ control, name: ['stripeOn', 'paypalOn'] })
  const ready = getConfiguredMethods(typed, savedKeys)
  const on = getEnabledMethods({ ...typed, stripeOn, paypalOn }, savedKeys)
  const choose = (stripe: boolean, paypal: boolean) => {
    setValue('stripeOn', stripe, options)
    setValue('paypalOn', paypal, options)
  }
  return {
    ready,
    on,
    turnOn: (provider: Provider) => choose(provider === 'stripe', provider === 'paypal'),
    turnOff: (provider: Provider) => setValue(provider === 'stripe' ? 'stripeOn' : 'paypalOn', false, options),
    offerBoth: (both: boolean) => choose(true, both),
    /** The first method that has both keys is turned on; a second one has to be turned on by the user. */
    keyTyped: (field: KeyName, text: string) => {
      const before = getValues()
      const configured = getConfiguredMethods({ ...before, [field]: text }, savedKeys)
      const provider: Provider = field.startsWith('stripe') ? 'stripe' : 'paypal'
      if (!configured[provider] || ready[provider]) return
      const other = getEnabledMethods({ ...before, [field]: text }, savedKeys)[provider === 'stripe' ? 'paypal' : 'stripe']
      if (!other) return choose(provider === 'stripe', provider === 'paypal')
      setValue(provider === 'stripe' ? 'stripeOn' : 'paypalOn', false, options)
    },
  }
}
type PaymentMethods = ReturnType<typeof usePaymentMethods>

const problemTones = { warn: 'bg-warn-soft text-warn', danger: 'bg-danger-soft text-danger' }

type Props = {
  provider: Provider
  savedKeys: SavedKeys
  account: Account
  saving: boolean
  methods: PaymentMethods
  disconnect: (provider: Provider) => void
  disconnecting: boolean
}

export const ProviderCard = ({ provider, savedKeys, account, saving, methods, disconnect, disconnecting }: Props) => {
  const { title, subtitle, switchLabel, activeHint, keys } = providerLabels[provider]
  const { setFocus, getValues } = useFormContext<Values>()
  const card = useRef<HTMLElement>(null)
  const isReady = methods.ready[provider]
  const isChosen = methods.on[provider]
  const otherIsOn = methods.on[provider === 'stripe' ? 'paypal' : 'stripe']
  const hasSavedKey = keys.some(([name]) => getSavedKey(savedKeys, name).set)
  const isSaved = keys.every(([name]) => getSavedKey(savedKeys, name).set)
  // The button is removed with the keys, so the focus moves on.
  const wasKept = useRef(hasSavedKey)
  useEffect(() => {
    if (wasKept.current && !hasSavedKey && document.activeElement === document.body) card.current?.querySelector('input')?.focus()
    wasKept.current = hasSavedKey
  }, [hasSavedKey])
  const isTyped = useWatch({ name: keys.map(([name]) => name) }).some((typed: string) => typed.trim() !== '')
  const status = useAccountStatus(provider, account, { isSaved, isTyped, isReady, saving })
  // Customers aren't offered it until its keys work.
  const isFailing = status.tone === 'danger' && !isTyped
  const isOn = isChosen && !isFailing
  const missing = keys.filter(([name]) => !getSavedKey(savedKeys, name).set && getValues(name).trim() === '')
  const hint = !isReady
    ? `Enter ${missing.map(([, label]) => label).join(' and ') || 'both keys'} to turn this on.`
    : isFailing
      ? 'Off until its keys work. Replace them, or disconnect it.'
      : isOn
        ? activeHint
        : otherIsOn
          ? `Turning this on turns ${providerLabels[provider === 'stripe' ? 'paypal' : 'stripe'].title} off.`
          : 'Off.'
  return (
    <section ref={card} aria-label={title} className="flex min-w-0 flex-col gap-4 rounded-lg border border-line p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-semibold">{title}</h3>
          <p className="text-[0.8125rem] text-muted">{subtitle}</p>
        </div>
        <Badge tone={status.tone}>{status.label}</Badge>
      </div>
      {status.problem && (
        <p className={cx('rounded-md px-3 py-2 text-sm [overflow-wrap:anywhere]', problemTones[status.problem.tone])}>
          {status.problem.text}
        </p>
      )}
      <Switch
        label={switchLabel}
        hint={<span className="block min-h-10">{hint}</span>}
        locked={!isReady || isFailing}
        checked={isOn}
        onClick={() => (!isReady || isFailing) && setFocus((missing[0] ?? keys[0]!)[0])}
        onChange={(event) => {
          if (!isReady || isFailing) return
          if (event.target.checked) methods.turnOn(provider)
          else methods.turnOff(provider)
        }}
      />
      {keys.map(([name, label], i) => (
        <KeyField
          key={name}
          name={name}
          label={label}
          savedKeys={savedKeys}
          other={keys[1 - i]![0]}
          secret={i === 1}
          onTyped={methods.keyTyped}
        />
      ))}
      {hasSavedKey && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-auto self-start text-danger"
          pending={disconnecting}
          onClick={() => disconnect(provider)}
        >
          Disconnect<span className="sr-only"> {title}</span>
        </Button>
      )}
    </section>
  )
}
