import { AppError } from '#server/platform/errors.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { getCustomerId, readSubscriptionRow } from './row.ts'
import type { SyncDeps } from './sync.ts'

export type PortalDeps = SyncDeps & { absolute: (path: string) => string }

const keys = /\b(?:sk|rk|pk|whsec)_\S+/g

/**
 * Opens the provider's own pages, where a subscriber changes or cancels his plan, and looks after cards and bills; from there he comes back to Billing.
 * @throws AppError 409 when he never subscribed; 502 with the provider's words when the provider opens none, as before its portal was set up
 * @throws ProviderError when it can't be asked
 */
export const openPortal = async ({ database, provider, absolute, log }: PortalDeps, userId: number): Promise<string> => {
  const row = await database.asUser(userId, (db) => readSubscriptionRow(db))
  const customerId = row.customerId && getCustomerId(row, await provider.accountId())
  if (!customerId) throw new AppError(409, "There is nothing to manage yet: you haven't subscribed to a plan.")
  try {
    return await provider.createPortalUrl(customerId, absolute('/billing'))
  } catch (error) {
    if (!(error instanceof ProviderError && error.isRefused && !error.isKeyRefused)) throw error
    log(`Billing: ${error.message}`)
    throw new AppError(502, error.message.replaceAll(keys, '…'))
  }
}
