import { setTimeout as sleep } from 'node:timers/promises'
import * as oidc from 'openid-client'
import type { Claims } from '#server/platform/auth/users/find-user.ts'
import { SettingError } from '#server/platform/config/env.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { emailAddress } from '#shared/contract/fields.ts'
import type { LoginAttempt } from './login-attempts.ts'
import { formatCauses } from './sign-in-errors.ts'

export type OidcClient = {
  checkIssuer(): Promise<string | null>
  startAuthorization(
    options: { create: boolean; askAgain: boolean } & Pick<LoginAttempt, 'returnTo' | 'app'>,
  ): Promise<{ url: URL; attempt: LoginAttempt }>
  /** @throws AppError 403 for an email that is unverified or no address; 502 for an ID token of the future */
  finishAuthorization(search: string, attempt: LoginAttempt): Promise<Claims>
}

type Deps = {
  issuer: () => string
  clientId: string
  clientSecret: string | null
  redirectUri: () => string
  acceptsUnverified?: boolean
  fetch?: oidc.CustomFetch
}

const checkTimeoutMs = 5000
const maxClockLeadSeconds = 300
/** OpenID Connect's limit. */
const maxSubjectLength = 255

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

export const createOidcClient = ({ issuer, clientId, clientSecret, redirectUri, acceptsUnverified = false, fetch }: Deps): OidcClient => {
  let cached: { issuer: string; config: Promise<oidc.Configuration> } | undefined
  const discover = (): Promise<oidc.Configuration> => {
    const issuerUrl = issuer()
    if (cached?.issuer === issuerUrl) return cached.config
    const url = new URL(issuerUrl)
    const config = oidc.discovery(url, clientId, clientSecret ?? undefined, clientSecret ? undefined : oidc.None(), {
      timeout: 10,
      execute: [
        // The ID token's signature is verified with the keys that the issuer's metadata names: the token's own `jku`, `x5u` and `jwk` are never read.
        oidc.enableNonRepudiationChecks,
        // Plain http is allowed only for a provider on this machine.
        ...(url.protocol === 'http:' && loopback.has(url.hostname) ? [oidc.allowInsecureRequests] : []),
      ],
      ...(fetch ? { [oidc.customFetch]: fetch } : {}),
    })
    const entry = { issuer: issuerUrl, config }
    cached = entry
    config.catch(() => {
      if (cached === entry) cached = undefined
    })
    return config
  }

  return {
    checkIssuer: async () => {
      const tooSlow = sleep(checkTimeoutMs, 'no answer', { ref: false })
      return Promise.race([discover().then(() => null, explainDiscovery), tooSlow])
    },
    startAuthorization: async ({ create, askAgain, ...rest }) => {
      const config = await discover()
      const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier(), ...rest }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri(),
        scope: 'openid profile email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(create ? getSignUpParameters(config) : {}),
        // Makes the provider ask for credentials, although it may have a session of this browser.
        ...(askAgain ? { max_age: '0' } : {}),
      })
      return { url, attempt }
    },
    finishAuthorization: async (search, { state, nonce, verifier }) => {
      const config = await discover()
      const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri()}${search}`), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const idToken = tokens.claims()!
      // The library checks the type of `iat`, not its time.
      if (idToken.iat > Date.now() / 1000 + maxClockLeadSeconds)
        throw new AppError(502, 'The clock of your identity provider is ahead of this server’s clock. Tell the operator of this server.')
      const userInfo: Partial<oidc.UserInfoResponse> = config.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(config, tokens.access_token, idToken.sub)
        : {}
      // Whether an address is verified is said of this one, not of another.
      const verified = userInfo.email === undefined || userInfo.email === idToken.email ? {} : { email_verified: undefined }
      return parseClaims({ ...idToken, ...verified, ...userInfo }, acceptsUnverified)
    },
  }
}

type Mismatch = { attribute?: string; expected?: string; body?: { issuer?: unknown } }
const findMismatch = (error: unknown): Mismatch | null =>
  error instanceof Error ? findMismatch(error.cause) : error !== null && typeof error === 'object' ? (error as Mismatch) : null

const explainDiscovery = (error: Error): string => {
  const mismatch = findMismatch(error)
  if (mismatch?.attribute !== 'issuer') return formatCauses(error)
  throw new SettingError(
    `OIDC_ISSUER is ${mismatch.expected}, but the provider there calls itself ${String(mismatch.body?.issuer)}. Every sign-in would fail: set OIDC_ISSUER to the provider's own name, equal to the last slash.`,
    { cause: error },
  )
}

/** Auth0 and the bundled provider know `screen_hint`, others ignore it; those that don't list the standard's `prompt=create` refuse it. */
const getSignUpParameters = (config: oidc.Configuration): Record<string, string> => {
  const prompts: unknown = config.serverMetadata().prompt_values_supported
  return { screen_hint: 'signup', ...(Array.isArray(prompts) && prompts.includes('create') ? { prompt: 'create' } : {}) }
}

/** Without control characters, which the database could not store or a page not show. */
const parseText = (value: unknown) => {
  const text =
    typeof value === 'string'
      ? value
          .toWellFormed()
          .replace(/\p{Cc}/gu, '')
          .trim()
      : ''
  return text === '' ? null : text.slice(0, 255)
}

/** Some providers send booleans as text. */
const parseBoolean = (value: unknown): boolean | null => {
  const text = String(value).toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : null
}

/** @throws AppError 403 when it is no address, which could never be mailed to nor told apart from another */
const parseEmail = (value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null
  const { data: email } = emailAddress.safeParse(typeof value === 'string' ? value.trim() : value)
  if (email === undefined)
    throw new AppError(403, 'The email address that your identity provider gave is not valid. Correct it there, then sign in again.')
  return email
}

const isSubject = (text: string) => text.length <= maxSubjectLength && /^[^\p{Cc}\p{Cs}]+$/u.test(text)

const parseClaims = (raw: Record<string, unknown> & { sub: string }, acceptsUnverified: boolean): Claims => {
  if (!isSubject(raw.sub))
    throw new AppError(502, 'The user id that your identity provider gave is not valid. Tell the operator of this server.')
  const isVerified = parseBoolean(raw.email_verified)
  // An unverified email could be anyone's, including the admin's.
  if (isVerified === false && !acceptsUnverified)
    throw new AppError(403, 'Your identity provider has not confirmed your email address yet. Confirm it there, then sign in again.')
  const picture = parseText(raw.picture)
  const [first, ...rest] = parseText(raw.name)?.split(/\s+/) ?? []
  const hasFullNameOnly = !parseText(raw.given_name) && !parseText(raw.family_name)
  return {
    subject: raw.sub,
    email: parseEmail(raw.email),
    emailVerified: isVerified === true,
    firstName: hasFullNameOnly ? (first ?? null) : parseText(raw.given_name),
    lastName: hasFullNameOnly ? rest.join(' ') || null : parseText(raw.family_name),
    pictureUrl: picture && /^https?:\/\//.test(picture) ? picture : null,
  }
}
