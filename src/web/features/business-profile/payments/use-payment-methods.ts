import { useFormContext, useWatch } from 'react-hook-form'
import type { Provider } from '#web/features/business-profile/form/api.ts'
import {
  getConfiguredMethods,
  getEnabledMethods,
  type KeyField,
  keyFields,
  type SavedKeys,
  type Values,
} from '#web/features/business-profile/form/profile-values.ts'

const options = { shouldDirty: true } as const
const typedKeys = (values: readonly string[]) =>
  Object.fromEntries(keyFields.map((field, i) => [field, values[i]!])) as Record<KeyField, string>

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
    keyTyped: (field: KeyField, text: string) => {
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
export type PaymentMethods = ReturnType<typeof usePaymentMethods>
