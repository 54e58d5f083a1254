import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ProviderError } from '#server/domain/payments/provider.ts'
import { toPayPalError } from './errors.ts'
import { paths } from './paths.ts'
import { send } from './transport.ts'

/** What is good until some moment, in milliseconds since 1970. */
type ExpiringToken = { value: string; goodUntil: number }

type Entry = { making: Promise<ExpiringToken>; made: ExpiringToken | null }

/** Enough for all who are paid within the same hour. */
const most = 1000

/** Keeps what takes a call to make, as long as it is good. The oldest goes when there are too many. */
const createTokenCache = () => {
  const entries = new Map<string, Entry>()
  return {
    /** What is there, or what `make` makes. Those who ask while it is made wait for the same; a failure isn't kept. */
    get: async (key: string, make: () => Promise<ExpiringToken>): Promise<string> => {
      const known = entries.get(key)
      if (known && (!known.made || known.made.goodUntil > Date.now())) return (await known.making).value
      const entry: Entry = { making: make(), made: null }
      entries.delete(key)
      entries.set(key, entry)
      if (entries.size > most) entries.delete(entries.keys().next().value!)
      try {
        entry.made = await entry.making
        return entry.made.value
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key)
        throw error
      }
    },
    /** Drops the value if it is still the one that stands there. */
    drop: (key: string, value: string): void => {
      if (entries.get(key)?.made?.value === value) entries.delete(key)
    },
  }
}

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
