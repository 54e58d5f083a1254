import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { getKeyMode, type StripeClient } from './client.ts'
import { refusedKey } from './errors.ts'

/** @throws ProviderError with `isKeyRefused` when Stripe doesn't accept the key */
export const checkKeys = async ({ sdk, call }: StripeClient, secretKey: string): Promise<{ accountId: string; mode: 'live' | 'test' }> => {
  const mode = getKeyMode(secretKey)
  if (!mode) throw refusedKey('This is no secret key of Stripe. It begins with sk_live_, sk_test_, rk_live_ or rk_test_.')
  const account = await call(() => sdk.accounts.retrieveCurrent(), 'account').catch((error: unknown) => {
    const isRefused = error instanceof ProviderError && (error.isKeyRefused || error.isRefused)
    throw isRefused ? refusedKey(error.message, error) : error
  })
  if (!account.id) throw new ProviderError('Stripe gave an account without an id')
  return { accountId: account.id, mode }
}
