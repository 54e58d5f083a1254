export type EncryptedColumn = {
  table: 'payment_credentials' | 'webhook_endpoints'
  column: 'sealed_secret'
  rowId: 'provider' | 'id'
  getContext: (userId: number, rowId: string | number) => string
}

export const getCredentialContext = (userId: number, provider: string) => `payment_credentials.sealed_secret:${userId}:${provider}`

export const getWebhookContext = (userId: number, endpointId: number) => `webhook_endpoints.sealed_secret:${userId}:${endpointId}`

export const getServerKeyContext = (name: string) => `server_keys.sealed.${name}`

export const getTotpContext = (accountId: string) => `identity_accounts.totp_sealed:${accountId}`

/** Others are the server's own keys and the TOTP secrets. A column that is missing here would be lost at a key rotation. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'payment_credentials',
    column: 'sealed_secret',
    rowId: 'provider',
    getContext: (userId, provider) => getCredentialContext(userId, String(provider)),
  },
  { table: 'webhook_endpoints', column: 'sealed_secret', rowId: 'id', getContext: (userId, id) => getWebhookContext(userId, Number(id)) },
]
