import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ProviderError } from '../provider.ts'
import { paths } from './paths.ts'
import { toPayPalError } from './problems.ts'
import { createTokenCache, type ExpiringToken } from './shelf.ts'
import { send } from './wire.ts'

/** Who asks, and where. */
export type Credential = { origin: string; clientId: string; clientSecret: string }

const answer = z.object({
  // It goes into a header.
  access_token: z.string().regex(/^[\x21-\x7e]{1,8000}$/),
  expires_in: z.int().nonnegative(),
})

/** @throws ProviderError, with `isKeyRefused` when these aren't the keys of an app there */
const requestToken = async ({ origin, clientId, clientSecret }: Credential, kind: Record<string, string> = {}) => {
  const said = await send(origin, {
    method: 'POST',
    path: paths.token,
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...kind }).toString(),
  })
  if (said.status >= 400) throw toPayPalError(said)
  const parsed = answer.safeParse(said.json)
  if (!parsed.success) throw new ProviderError('PayPal gave an answer that is no sign-in', { cause: parsed.error })
  return { value: parsed.data.access_token, lifeMs: parsed.data.expires_in * 1000 }
}

const accessTokens = createTokenCache()
const clientTokens = createTokenCache()

/** The secret itself is nowhere kept. */
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64')
const keyFor = ({ origin, clientId, clientSecret }: Credential) => keyOf(origin, clientId, clientSecret)

/** So that none runs out on its way. */
const spareMs = 60_000

/** What the API's other calls are made with. One is asked for by all who need it at once. */
export const getAccessToken = (credential: Credential): Promise<string> =>
  accessTokens.get(keyFor(credential), async (): Promise<ExpiringToken> => {
    const { value, lifeMs } = await requestToken(credential)
    return { value, goodUntil: Date.now() + lifeMs - spareMs }
  })

/** Another one, after this one wasn't taken. */
export const renewAccessToken = (credential: Credential, refused: string): Promise<string> => {
  accessTokens.drop(keyFor(credential), refused)
  return getAccessToken(credential)
}

/** Asks PayPal about the keys themselves, whatever is known of them. @throws ProviderError, with `isKeyRefused` when it doesn't take them */
export const checkKeys = async (credential: Credential): Promise<void> => {
  await requestToken(credential)
}

const clientTokenKeptMs = 600_000
/** What a customer's browser needs it for after it came. */
const clientTokenSpareMs = 300_000

/** What a browser may know: good for 15 minutes, and on pages of this host only (its port doesn't matter). */
export const getClientToken = (credential: Credential, host: string): Promise<string> => {
  const domain = host.replace(/:\d+$/, '')
  return clientTokens.get(keyOf(keyFor(credential), domain), async (): Promise<ExpiringToken> => {
    const { value, lifeMs } = await requestToken(credential, { response_type: 'client_token', 'domains[]': domain })
    return { value, goodUntil: Date.now() + Math.min(clientTokenKeptMs, lifeMs - clientTokenSpareMs) }
  })
}
