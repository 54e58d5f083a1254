import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { toPayPalError } from './errors.ts'
import { paths } from './paths.ts'
import { send } from './transport.ts'

export type Credential = { origin: string; clientId: string; clientSecret: string }

/** `expiresAt` is in milliseconds since 1970. */
type Token = { value: string; expiresAt: number }
type Entry = { promise: Promise<Token>; token: Token | null }

const maxTokens = 1000

/** When the cache is full, the oldest token is evicted. */
const createTokenCache = () => {
  const entries = new Map<string, Entry>()
  return {
    /** Concurrent calls share one fetch; a failed one isn't cached. */
    get: async (key: string, fetchToken: () => Promise<Token>): Promise<string> => {
      const known = entries.get(key)
      if (known && (!known.token || known.token.expiresAt > Date.now())) return (await known.promise).value
      const entry: Entry = { promise: fetchToken(), token: null }
      entries.delete(key)
      entries.set(key, entry)
      if (entries.size > maxTokens) entries.delete(entries.keys().next().value!)
      try {
        entry.token = await entry.promise
        return entry.token.value
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key)
        throw error
      }
    },
    evict: (key: string, value: string): void => {
      if (entries.get(key)?.token?.value === value) entries.delete(key)
    },
  }
}

const accessTokens = createTokenCache()
const clientTokens = createTokenCache()

/** A hash, so that the cache holds no client secret. */
const hash = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64')
const toCacheKey = ({ origin, clientId, clientSecret }: Credential) => hash(origin, clientId, clientSecret)

const tokenAnswer = z.object({
  // Limited to characters that a header may contain.
  access_token: z.string().regex(/^[\x21-\x7e]{1,8000}$/),
  expires_in: z.int().nonnegative(),
})

/** @throws ProviderError with `isKeyRefused` when PayPal doesn't accept the keys */
const requestToken = async ({ origin, clientId, clientSecret }: Credential, params: Record<string, string> = {}) => {
  const response = await send(origin, {
    method: 'POST',
    path: paths.token,
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...params }).toString(),
  })
  if (response.status >= 400) throw toPayPalError(response)
  const parsed = tokenAnswer.safeParse(response.json)
  if (!parsed.success) throw new ProviderError('PayPal gave an answer that is no sign-in', { cause: parsed.error })
  return { value: parsed.data.access_token, lifetimeMs: parsed.data.expires_in * 1000 }
}

/** A token is used until a minute before it expires, so that it doesn't expire on the way. */
const expiryMarginMs = 60_000

export const getAccessToken = (credential: Credential): Promise<string> =>
  accessTokens.get(toCacheKey(credential), async () => {
    const { value, lifetimeMs } = await requestToken(credential)
    return { value, expiresAt: Date.now() + lifetimeMs - expiryMarginMs }
  })

/** After PayPal refused this one. @throws ProviderError */
export const renewAccessToken = (credential: Credential, refused: string): Promise<string> => {
  accessTokens.evict(toCacheKey(credential), refused)
  return getAccessToken(credential)
}

/** @throws ProviderError with `isKeyRefused` when PayPal doesn't accept the keys */
export const checkCredential = async (credential: Credential): Promise<void> => {
  await requestToken(credential)
}

const maxClientTokenAgeMs = 600_000
/** How much longer a browser needs a client token after it was returned. */
const clientTokenMarginMs = 300_000

/** Lives for 15 minutes and is good for pages of one domain. @throws ProviderError */
export const getClientToken = (credential: Credential, host: string): Promise<string> => {
  const domain = host.replace(/:\d+$/, '')
  return clientTokens.get(hash(toCacheKey(credential), domain), async () => {
    const { value, lifetimeMs } = await requestToken(credential, { response_type: 'client_token', 'domains[]': domain })
    return { value, expiresAt: Date.now() + Math.min(maxClientTokenAgeMs, lifetimeMs - clientTokenMarginMs) }
  })
}
