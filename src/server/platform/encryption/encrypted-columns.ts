/** An encrypted column of a table whose rows belong to users. */
export type EncryptedColumn = {
  table: 'payment_credentials' | 'webhook_endpoints'
  column: 'sealed_secret'
  /** The column that identifies a row among those of one user. */
  rowId: 'provider' | 'id'
  /** The encryption context of a row's value; see `Secrets.encrypt`. */
  getContext: (userId: number, rowId: string | number) => string
}

/** The encryption context of a business's key with a payment provider. */
export const getCredentialContext = (userId: number, provider: string) => `payment_credentials.sealed_secret:${userId}:${provider}`

/** The encryption context of the signing secret of a webhook. */
export const getWebhookContext = (userId: number, endpointId: number) => `webhook_endpoints.sealed_secret:${userId}:${endpointId}`

/** The encryption context of one of the server's own keys. */
export const getServerKeyContext = (name: string) => `server_keys.sealed.${name}`

/** The encryption context of the TOTP secret of an account. */
export const getTotpContext = (accountId: string) => `identity_accounts.totp_sealed:${accountId}`

/**
 * All encrypted columns of users' rows. The server's own keys and the TOTP secrets of accounts are encrypted as well. A column that is missing here would
 * be lost at a key rotation.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'payment_credentials',
    column: 'sealed_secret',
    rowId: 'provider',
    getContext: (userId, provider) => getCredentialContext(userId, String(provider)),
  },
  { table: 'webhook_endpoints', column: 'sealed_secret', rowId: 'id', getContext: (userId, id) => getWebhookContext(userId, Number(id)) },
]
