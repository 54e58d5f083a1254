import type { World } from '#simulators/paypal/core/context.ts'
import { oauthError } from '#simulators/paypal/core/errors.ts'
import { clientIdOfSecret } from '#simulators/paypal/core/keys.ts'
import { accountOf } from './accounts.ts'

const accessSeconds = 32_400
const clientSeconds = 900
/** All sandbox apps have the same one, so it can't tell accounts apart. */
const appId = 'APP-80W284485P519543T'
const refused = () => oauthError(401, 'invalid_client', 'Client Authentication failed')

const credentials = (authorization: string | undefined) => {
  const encoded = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1]
  if (!encoded) throw refused()
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return { clientId: decoded.slice(0, colon), secret: decoded.slice(colon + 1) }
}

/** A host name without protocol, port and path: what a client token is bound to. */
const isDomain = (text: string) => text.length <= 255 && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)

/** Gives an access token for the API, or with `response_type=client_token` one for the browser, bound to domains and good for 15 minutes. */
export const giveToken = (world: World, authorization: string | undefined, form: URLSearchParams): object => {
  const { clientId, secret } = credentials(authorization)
  if (clientIdOfSecret(secret) !== clientId || world.state.revokedSecrets.includes(secret)) throw refused()
  if (form.get('grant_type') !== 'client_credentials') throw oauthError(400, 'unsupported_grant_type', 'Grant Type is NULL')
  const isForBrowser = form.get('response_type') === 'client_token'
  const domains = form.getAll('domains[]')
  if (isForBrowser && (domains.length === 0 || !domains.every(isDomain)))
    throw oauthError(400, 'invalid_request', 'domains[] must name the hosts of the page, without protocol, port or path.')
  accountOf(world, clientId)
  const { tokens } = world.state
  for (const [old, { expiresAt }] of Object.entries(tokens)) if (expiresAt <= world.now()) delete tokens[old]
  const token = `${isForBrowser ? 'eyJraWQi' : 'A21AA'}${world.ids.text(80, 'token')}`
  const expires_in = isForBrowser ? clientSeconds : accessSeconds
  tokens[token] = { clientId, secret, domains, kind: isForBrowser ? 'client' : 'access', expiresAt: world.now() + expires_in }
  world.changed()
  const scope = 'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund'
  return {
    scope,
    access_token: token,
    token_type: 'Bearer',
    app_id: appId,
    expires_in,
    nonce: `${new Date().toISOString()}${world.ids.text(16, 'token')}`,
  }
}
