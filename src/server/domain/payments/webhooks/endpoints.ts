import { randomBytes } from 'node:crypto'
import type { Account } from '#server/domain/payments/accounts/accounts.ts'
import type { WebhookRegistration } from '#server/domain/payments/provider.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { getWebhookContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { EncryptedValue, Secrets } from '#server/platform/encryption/secrets.ts'
import type { ProviderName } from '#shared/payment-methods.ts'

/** Its unguessable token identifies the business. */
export type Endpoint = {
  id: number
  provider: ProviderName
  accountId: string
  token: string
  url: string
  webhookId: string | null
  keyId: string | null
  sealed: Buffer | null
}

const columns = `id, provider, account_id as "accountId", token, url, webhook_id as "webhookId", key_id as "keyId", sealed_secret as sealed`

export const findEndpoint = async (db: UserDb, { provider, accountId }: Account): Promise<Endpoint | null> => {
  const [row] = await db.rows<Endpoint>(
    `select ${columns} from webhook_endpoints where user_id = $1 and provider = $2 and account_id = $3`,
    [db.userId, provider, accountId],
    'webhooks.endpoint',
  )
  return row ?? null
}

export const findEndpointById = async (db: UserDb, id: number): Promise<Endpoint | null> => {
  const [row] = await db.rows<Endpoint>(`select ${columns} from webhook_endpoints where user_id = $1 and id = $2`, [db.userId, id])
  return row ?? null
}

const toEndpointUrl = (publicUrl: URL, provider: ProviderName, token: string) =>
  new URL(`/api/webhooks/${provider}/${token}`, publicUrl).href

/** With the server's current public URL. @returns `outdated`: the webhook that was registered for another URL */
export const prepareEndpoint = async (
  db: UserDb,
  account: Account,
  publicUrl: URL,
): Promise<{ endpoint: Endpoint; outdated: string | null }> => {
  await db.rows(
    `insert into webhook_endpoints (user_id, provider, account_id, token, url) values ($1, $2, $3, $4, '')
     on conflict on constraint webhook_endpoints_account_key do nothing`,
    [db.userId, account.provider, account.accountId, randomBytes(24).toString('base64url')],
  )
  const endpoint = (await findEndpoint(db, account))!
  const url = toEndpointUrl(publicUrl, account.provider, endpoint.token)
  if (endpoint.url === url) return { endpoint, outdated: null }
  await db.rows(
    `update webhook_endpoints set url = $3, webhook_id = null, key_id = null, sealed_secret = null, updated_at = now()
     where user_id = $1 and id = $2`,
    [db.userId, endpoint.id, url],
  )
  return { endpoint: { ...endpoint, url, webhookId: null, keyId: null, sealed: null }, outdated: endpoint.webhookId }
}

/** @returns false when the endpoint was deleted, has another URL or was registered by another process meanwhile */
export const saveRegistration = async (
  db: UserDb,
  secrets: Secrets,
  { id, url }: Endpoint,
  { webhookId, secret }: WebhookRegistration,
): Promise<boolean> => {
  const encrypted: EncryptedValue | null = secret === null ? null : secrets.encrypt(secret, getWebhookContext(db.userId, id))
  const saved = await db.rows(
    `update webhook_endpoints set webhook_id = $4, key_id = $5, sealed_secret = $6, updated_at = now()
     where user_id = $1 and id = $2 and url = $3 and webhook_id is null returning id`,
    [db.userId, id, url, webhookId, encrypted?.keyId ?? null, encrypted?.sealed ?? null],
  )
  return saved.length > 0
}

export const decryptRegistration = (
  secrets: Secrets,
  userId: number,
  { id, webhookId, keyId, sealed }: Endpoint,
): WebhookRegistration | null => {
  if (webhookId === null) return null
  return { webhookId, secret: sealed && keyId !== null ? secrets.decrypt({ keyId, sealed }, getWebhookContext(userId, id)) : null }
}

/** Of the provider's other accounts, or of all for null. Their URLs answer 404 from now on. */
export const deleteOtherEndpoints = (db: UserDb, provider: ProviderName, accountId: string | null) =>
  db.rows('delete from webhook_endpoints where user_id = $1 and provider = $2 and account_id is distinct from $3', [
    db.userId,
    provider,
    accountId,
  ])
