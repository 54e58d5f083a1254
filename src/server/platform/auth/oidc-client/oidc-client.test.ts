import { expect, test } from 'vitest'
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
