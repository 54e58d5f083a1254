import type { Context } from '#simulators/paypal/core/context.ts'
import { oauthError } from '#simulators/paypal/core/errors.ts'
import { findClientId } from '#simulators/paypal/core/keys.ts'
import { getAccount } from './accounts.ts'

const accessSeconds = 32_400
const clientSeconds = 900
/** The same for all simulated apps, so it does not identify an account. */
const appId = 'APP-80W284485P519543T'
const invalidClient = () => oauthError(401, 'invalid_client', 'Client Authentication failed')

const parseCredentials = (authorization: string | undefined) => {
  const encoded = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1]
  if (!encoded) throw invalidClient()
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return { clientId: decoded.slice(0, colon), secret: decoded.slice(colon + 1) }
}

const isDomain = (text: string) => text.length <= 255 && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)

/** With `response_type=client_token` for browsers: bound to domains and valid for 15 minutes. */
export const issueToken = (context: Context, authorization: string | undefined, form: URLSearchParams): object => {
  const { clientId, secret } = parseCredentials(authorization)
  if (findClientId(secret) !== clientId || context.state.revokedSecrets.includes(secret)) throw invalidClient()
  if (form.get('grant_type') !== 'client_credentials') throw oauthError(400, 'unsupported_grant_type', 'Grant Type is NULL')
  const isForBrowser = form.get('response_type') === 'client_token'
  const domains = form.getAll('domains[]')
  if (isForBrowser && (domains.length === 0 || !domains.every(isDomain)))
    throw oauthError(400, 'invalid_request', 'domains[] must name the hosts of the page, without protocol, port or path.')
  getAccount(context, clientId)
  const { tokens } = context.state
  for (const [old, { expiresAt }] of Object.entries(tokens)) if (expiresAt <= context.now()) delete tokens[old]
  const token = `${isForBrowser ? 'eyJraWQi' : 'A21AA'}${context.ids.text(80, 'token')}`
  const expires_in = isForBrowser ? clientSeconds : accessSeconds
  tokens[token] = { clientId, secret, domains, kind: isForBrowser ? 'client' : 'access', expiresAt: context.now() + expires_in }
  context.changed()
  const scope = 'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund'
  return {
    scope,
    access_token: token,
    token_type: 'Bearer',
    app_id: appId,
    expires_in,
    nonce: `${new Date().toISOString()}${context.ids.text(16, 'token')}`,
  }
}
