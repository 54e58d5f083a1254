/** A table of users' rows with a sealed secret in them. */
export type EncryptedColumn = {
  table: 'payment_credentials' | 'webhook_endpoints'
  column: 'sealed_secret'
  /** What tells the rows of one user apart. */
  rowId: 'provider' | 'id'
  /** What is bound into the seal. */
  getContext: (userId: number, rowId: string | number) => string
}

/** Where the secret of a business's key with a provider stands. */
export const getCredentialContext = (userId: number, provider: string) => `payment_credentials.sealed_secret:${userId}:${provider}`

/** Where the secret stands that signs a webhook's events. */
export const getWebhookContext = (userId: number, endpointId: number) => `webhook_endpoints.sealed_secret:${userId}:${endpointId}`

/** Where a key of the server's own stands. */
export const getServerKeyContext = (name: string) => `server_keys.sealed.${name}`

/** Where the secret of an account's second factor stands. */
export const getTotpContext = (accountId: string) => `identity_accounts.totp_sealed:${accountId}`

/** All sealed secrets of users' rows; besides there are the server's own keys and the second factors of accounts. What is missing here would be lost when the master key changes. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'payment_credentials',
    column: 'sealed_secret',
    rowId: 'provider',
    getContext: (userId, provider) => getCredentialContext(userId, String(provider)),
  },
  { table: 'webhook_endpoints', column: 'sealed_secret', rowId: 'id', getContext: (userId, id) => getWebhookContext(userId, Number(id)) },
]
