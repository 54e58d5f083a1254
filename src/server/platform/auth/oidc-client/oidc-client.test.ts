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
