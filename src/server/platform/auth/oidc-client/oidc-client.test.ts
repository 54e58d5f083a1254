import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { SettingError } from '#server/platform/config/env.ts'
import { createOidcClient } from './oidc-client.ts'

const issuer = 'https://id.example.com'

/** The query with which a sign-up starts at a provider that lists these prompts. */
const startSignUp = async (prompts: string[] | undefined, create = true) => {
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    ...(prompts && { prompt_values_supported: prompts }),
  }
  const client = createOidcClient({
    issuer: () => issuer,
    clientId: 'books',
    clientSecret: null,
    redirectUri: () => 'https://books.example.com/api/login/callback',
    fetch: async () => Response.json(metadata),
  })
  const { url } = await client.startAuthorization({ create, askAgain: false, returnTo: null, app: null })
  return [url.searchParams.get('screen_hint'), url.searchParams.get('prompt')]
}

test('a sign-up asks for the sign-up page, in the standard way where the provider knows it', async () => {
  expect(await startSignUp(['none', 'login', 'create'])).toEqual(['signup', 'create'])
  // Another provider would refuse the request.
  expect(await startSignUp(['none', 'login'])).toEqual(['signup', null])
  expect(await startSignUp(undefined)).toEqual(['signup', null])
  expect(await startSignUp(['create'], false)).toEqual([null, null])
})

const checkAgainst = (answer: () => Promise<Response>) =>
  createOidcClient({
    issuer: () => `${issuer}/tenant`,
    clientId: 'books',
    clientSecret: null,
    redirectUri: () => 'https://books.example.com/api/login/callback',
    fetch: answer,
  }).checkIssuer()
const publish = (name: string) => async () => Response.json({ issuer: name, authorization_endpoint: `${issuer}/authorize` })

test('a provider that calls itself something else than OIDC_ISSUER is refused by name at the start; one that doesn’t answer may come later', async () => {
  expect(await checkAgainst(publish(`${issuer}/tenant`))).toBeNull()
  for (const name of [`${issuer}/tenant/`, `${issuer}/Tenant`, issuer]) {
    const error = await checkAgainst(publish(name)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SettingError)
    expect((error as Error).message).toBe(
      `OIDC_ISSUER is ${issuer}/tenant, but the provider there calls itself ${name}. Every sign-in would fail: set OIDC_ISSUER to the provider's own name, equal to the last slash.`,
    )
  }
  expect(await checkAgainst(async () => new Response('', { status: 503 }))).toMatch(/status/i)
  expect(await checkAgainst(async () => Promise.reject(new TypeError('fetch failed')))).toMatch(/fetch failed/)
})

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [own, foreign] = [keyPair(), keyPair()]
const toJwks = ({ publicKey }: typeof own) => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }] })
const encode = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
const nowSeconds = () => Math.floor(Date.now() / 1000)
const foreignKeysUrl = 'https://evil.example/keys'

type Answer = { header?: object; claims?: object; sign?: (text: string) => string; userInfo?: object }
const signWith =
  ({ privateKey }: typeof own) =>
  (text: string) =>
    createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')

/** Signs in at a provider that answers so. `asked`: the URLs that were asked for. */
const finishSignIn = async ({ header = {}, claims = {}, sign = signWith(own), userInfo }: Answer) => {
  const asked: string[] = []
  const at = { iss: issuer, aud: 'books', sub: 'ada', nonce: 'n', iat: nowSeconds(), exp: nowSeconds() + 7200 }
  const text = `${encode({ alg: 'RS256', kid: '1', ...header })}.${encode({ ...at, ...claims })}`
  const answers: Record<string, object> = {
    [`${issuer}/.well-known/openid-configuration`]: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      ...(userInfo && { userinfo_endpoint: `${issuer}/me` }),
    },
    [`${issuer}/token`]: { access_token: 'a', token_type: 'Bearer', id_token: `${text}.${sign(text)}` },
    [`${issuer}/keys`]: toJwks(own),
    [foreignKeysUrl]: toJwks(foreign),
    [`${issuer}/me`]: userInfo ?? {},
  }
  const client = createOidcClient({
    issuer: () => issuer,
    clientId: 'books',
    clientSecret: 'the secret of the client',
    redirectUri: () => 'https://books.example.com/api/login/callback',
    fetch: async (url) => {
      asked.push(url)
      return Response.json(answers[url])
    },
  })
  const attempt = { state: 'the state', nonce: 'n', verifier: 'v'.repeat(43), returnTo: null, app: null }
  const result = await client.finishAuthorization('?code=c&state=the%20state', attempt).catch((error: Error) => error)
  return { result, asked }
}

test.each<[string, Answer]>([
  ['signed by another key', { sign: signWith(foreign) }],
  ['signed by another key, which it names itself', { sign: signWith(foreign), header: { jku: foreignKeysUrl, x5u: foreignKeysUrl } }],
  ['signed by another key, which it carries', { sign: signWith(foreign), header: { jwk: toJwks(foreign).keys[0]! } }],
  ['not signed', { sign: () => '', header: { alg: 'none' } }],
  [
    'signed with what the client knows',
    { header: { alg: 'HS256' }, sign: (text) => createHmac('sha256', 'the secret of the client').update(text).digest('base64url') },
  ],
])('an ID token that is %s signs no one in', async (_what, answer) => {
  const { result, asked } = await finishSignIn(answer)
  expect(result).toBeInstanceOf(Error)
  expect(asked).not.toContain(foreignKeysUrl)
})

const refused = (status: number, message: RegExp) => ({ status, message: expect.stringMatching(message) })
const noAddress = refused(403, /^The email address that your identity provider gave is not valid\./)
const unconfirmed = refused(403, /has not confirmed your email address yet/)
const email = 'ada@example.com'
test.each<[string, Answer, object]>([
  ['an address that is verified', { claims: { email, email_verified: true } }, { subject: 'ada', email, emailVerified: true }],
  ['the same as text', { claims: { email, email_verified: 'true' } }, { email, emailVerified: true }],
  ['one that is not', { claims: { email, email_verified: false } }, unconfirmed],
  ['the same as text', { claims: { email, email_verified: 'False' } }, unconfirmed],
  ['nothing of the address', { claims: { email } }, { email, emailVerified: false }],
  ['what is neither true nor false', { claims: { email, email_verified: 1 } }, { email, emailVerified: false }],
  ['no address', { claims: { email: '' } }, { email: null }],
  [
    'another answer of the userinfo',
    { claims: { email }, userInfo: { sub: 'ada', email, email_verified: 'true' } },
    { emailVerified: true },
  ],
  [
    'another address in the userinfo, of which it says nothing',
    { claims: { email, email_verified: true }, userInfo: { sub: 'ada', email: 'eve@example.com' } },
    { email: 'eve@example.com', emailVerified: false },
  ],
  ['text that is no address', { claims: { email: 'ada' } }, noAddress],
  ['a name before the address', { claims: { email: 'Ada <ada@example.com>' } }, noAddress],
  ['two addresses', { claims: { email: 'ada@example.com, eve@example.com' } }, noAddress],
  ['an address with a line break', { claims: { email: 'ada@example.com\r\nBcc: eve@example.com' } }, noAddress],
  ['an address with NUL', { claims: { email: 'ada\u0000@example.com' } }, noAddress],
  ['an address that would be cut', { claims: { email: `${'a'.repeat(300)}@example.com` } }, noAddress],
  ['a list as address', { claims: { email: [email] } }, noAddress],
  [
    'names with control characters',
    { claims: { given_name: 'A\u0000da', family_name: 'Love\nlace' } },
    { firstName: 'Ada', lastName: 'Lovelace' },
  ],
  ['an id with NUL', { claims: { sub: 'a\u0000' } }, refused(502, /user id/)],
  ['a huge id', { claims: { sub: 'a'.repeat(256) } }, refused(502, /user id/)],
  ['a token of a minute ahead', { claims: { iat: nowSeconds() + 60 } }, { subject: 'ada' }],
  ['a token of an hour ahead', { claims: { iat: nowSeconds() + 3600 } }, refused(502, /clock of your identity provider is ahead/)],
])('a provider that gives %s', async (_what, answer, expected) => {
  expect((await finishSignIn(answer)).result).toMatchObject(expected)
})
