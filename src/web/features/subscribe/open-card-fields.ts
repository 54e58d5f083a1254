import type { Stripe } from '@stripe/stripe-js'
// The other entry would ask Stripe's host as soon as it is imported.
import { loadStripe } from '@stripe/stripe-js/pure'
import type { PaymentForm } from '#shared/api/subscription.ts'
import { loadScript } from '#web/lib/load-script.ts'

const patienceMs = 20_000

const tooSlow = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The card form took too long to load.')), patienceMs))

/**
 * Loads the card provider's script, or what stands in for it on this server.
 * @throws Error when it can't be loaded: blocked, offline, or too slow; asked again, it tries again
 */
export const openCardFields = async ({ publishableKey, script }: Pick<PaymentForm, 'publishableKey' | 'script'>): Promise<Stripe> => {
  if (script) await loadScript(script)
  const stripe = await Promise.race([loadStripe(publishableKey, { locale: 'en' }), tooSlow()])
  if (!stripe) throw new Error('The card form could not be loaded.')
  return stripe
}
