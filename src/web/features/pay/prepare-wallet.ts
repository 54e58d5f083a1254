import { call } from '#web/lib/api.ts'
import { loadScript } from '#web/lib/load-script.ts'
import { paypalSetup } from './calls.ts'

const scripts = {
  sandbox: 'https://www.sandbox.paypal.com/web-sdk/v6/core',
  production: 'https://www.paypal.com/web-sdk/v6/core',
} as const

/**
 * Fetches all that the wallet's button needs: a token of the business's account, the button's own file, and PayPal's script. The script is there
 * before the button looks for it, since the button would report a missing one in the console and to nobody else.
 * @throws ApiError when the server refuses, Error when anything can't be loaded
 */
export const prepareWallet = async (publicId: string, signal: AbortSignal) => {
  const [{ clientToken, environment, script }, { WalletButton }] = await Promise.all([
    call(paypalSetup, { params: { ref: publicId }, signal }),
    import('./wallet-button.tsx'),
  ])
  await loadScript(script ?? scripts[environment])
  return { clientToken, environment, WalletButton }
}
