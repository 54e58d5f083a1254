import * as oidc from 'openid-client'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { LoginAttempt } from './login-attempts.ts'

/** Who the provider says has signed in. */
export type Claims = {
  subject: string
  email: string | null
  /** Whether the provider vouches for the address. One that says nothing about it lets people in, and makes nobody an admin. */
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
  pictureUrl: string | null
}

export type OidcClient = {
  /** Where to send the browser, and what to remember until it comes back. */
  startAuthorization(
    options: { create: boolean; askAgain: boolean } & Pick<LoginAttempt, 'returnTo' | 'app'>,
  ): Promise<{ url: URL; attempt: LoginAttempt }>
  /** @param search the query with which the browser came back */
  finishAuthorization(search: string, attempt: LoginAttempt): Promise<Claims>
}

type Deps = {
  issuer: () => string
  clientId: string
  clientSecret: string | null
  redirectUri: () => string
  /** Whether people may come in with an address that the provider hasn't seen confirmed yet. */
  takesUnverified?: boolean
  /** How the server itself reaches the provider; by default over the network. */
  fetch?: oidc.CustomFetch
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Our side of OpenID Connect: authorization code with PKCE, state and nonce. The same for the bundled provider and any other. */
export const createOidcClient = ({ issuer, clientId, clientSecret, redirectUri, takesUnverified = false, fetch }: Deps): OidcClient => {
  let known: { issuer: string; config: Promise<oidc.Configuration> } | undefined
  /** Asks the provider about itself once. A failed answer is forgotten, so that the next visitor asks anew. */
  const discovered = (): Promise<oidc.Configuration> => {
    const address = issuer()
    if (known?.issuer === address) return known.config
    const url = new URL(address)
    const config = oidc.discovery(url, clientId, clientSecret ?? undefined, clientSecret ? undefined : oidc.None(), {
      timeout: 10,
      // Plain http is for a provider on this machine only.
      execute: url.protocol === 'http:' && loopback.has(url.hostname) ? [oidc.allowInsecureRequests] : [],
      ...(fetch ? { [oidc.customFetch]: fetch } : {}),
    })
    const entry = { issuer: address, config }
    known = entry
    config.catch(() => {
      if (known === entry) known = undefined
    })
    return config
  }

  return {
    startAuthorization: async ({ create, askAgain, ...kept }) => {
      const config = await discovered()
      const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier(), ...kept }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri(),
        scope: 'openid profile email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(create ? { screen_hint: 'signup' } : {}),
        // After a sign-out the provider asks for the password again, instead of signing the next person in by itself.
        ...(askAgain ? { max_age: '0' } : {}),
      })
      return { url, attempt }
    },
    finishAuthorization: async (search, { state, nonce, verifier }) => {
      const config = await discovered()
      const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri()}${search}`), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const idToken = tokens.claims()!
      const more = config.serverMetadata().userinfo_endpoint ? await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub) : {}
      return claimsOf({ ...idToken, ...more }, takesUnverified)
    },
  }
}

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 255) : null)

const claimsOf = (all: Record<string, unknown> & { sub: string }, takesUnverified: boolean): Claims => {
  // Whoever may name any address as his own could become anybody, the admin included.
  if (all.email_verified === false && !takesUnverified)
    throw new AppError(403, 'Your identity provider has not confirmed your e-mail address yet. Confirm it there, then sign in again.')
  const picture = text(all.picture)
  const [first, ...rest] = text(all.name)?.split(/\s+/) ?? []
  const split = !text(all.given_name) && !text(all.family_name)
  return {
    subject: all.sub,
    email: text(all.email),
    emailVerified: all.email_verified === true,
    firstName: split ? (first ?? null) : text(all.given_name),
    lastName: split ? rest.join(' ') || null : text(all.family_name),
    pictureUrl: picture && /^https?:\/\//.test(picture) ? picture : null,
  }
}
