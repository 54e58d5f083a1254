import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProviderAt, problem } from './testing/samples.ts'
import { type ScriptedAnswer, type ScriptedServer, startScriptedServer } from './testing/scripted-server.ts'

let live: ScriptedServer
let trial: ScriptedServer
beforeAll(async () => {
  live = await startScriptedServer()
  trial = await startScriptedServer()
})
afterAll(async () => {
  await live.close()
  await trial.close()
})

const token = 'POST /v1/oauth2/token'
const refused = { status: 401, body: { error: 'invalid_client', error_description: 'Client Authentication failed' } }
const accepted = { body: { access_token: 'token', expires_in: 30_000 } }
const check = (ofLive: ScriptedAnswer, ofTrial: ScriptedAnswer, over = {}) => {
  live.says({ [token]: ofLive })
  trial.says({ [token]: ofTrial })
  const hosts = [
    { origin: live.origin, mode: 'live' as const },
    { origin: trial.origin, mode: 'test' as const },
  ]
  return createProviderAt(live.origin, { hosts: hosts, clientId: 'AXy-Z_1', ...over }).checkKeys()
}

test('the host that accepts the keys decides their mode', async () => {
  expect(await check(accepted, accepted)).toEqual({ accountId: 'paypal-AXy-Z_1', mode: 'live' })
  expect(trial.calls()).toEqual([])
  expect(live.seen[0]).toMatchObject({
    body: 'grant_type=client_credentials',
    headers: { authorization: `Basic ${btoa('AXy-Z_1:a-secret')}` },
  })
  expect(await check(refused, accepted)).toEqual({ accountId: 'paypal-AXy-Z_1', mode: 'test' })
})

test('keys that no host accepts are refused, with a message that says what to do', async () => {
  expect(await problem(check(refused, refused))).toMatchObject({
    isKeyRefused: true,
    isRefused: true,
    message: expect.stringContaining("PayPal doesn't accept this client ID and secret. Copy both again"),
  })
})

test('when a host that might accept them is unavailable, the keys are not refused', async () => {
  const away = (res: { destroy(): unknown }) => void res.destroy()
  expect(await problem(check(away, refused))).toMatchObject({ isKeyRefused: false, isRefused: false })
  expect(await check(away, accepted)).toMatchObject({ mode: 'test' })
})

test('keys are checked with PayPal each time', async () => {
  await check(accepted, refused)
  expect(await problem(check(refused, refused))).toMatchObject({ isKeyRefused: true })
})

test('malformed keys, and keys of the simulator, are never sent to PayPal', async () => {
  expect(await problem(check(accepted, accepted, { clientId: 'a:b' }))).toMatchObject({ isKeyRefused: true })
  expect(await problem(check(accepted, accepted, { clientSecret: 'a b' }))).toMatchObject({ isKeyRefused: true })
  expect(live.calls()).toEqual([])
  const hosts = [{ origin: 'https://api-m.paypal.com', mode: 'live' as const }]
  expect(await problem(check(accepted, accepted, { clientId: 'Asim_1', hosts: hosts }))).toMatchObject({
    isKeyRefused: true,
    message: expect.stringContaining('keys of the built-in sandbox'),
  })
})

test('a client token is for one domain, and renewed in time', async () => {
  live.says({ [token]: { body: { access_token: 'browser-token', expires_in: 900 } } })
  const provider = createProviderAt(live.origin, { hosts: [{ origin: live.origin, mode: 'live' }] })
  expect(await provider.walletSetup('pay.example.com')).toEqual({ clientToken: 'browser-token', environment: 'production' })
  expect(new URLSearchParams(live.seen[0]!.body)).toEqual(
    new URLSearchParams({ grant_type: 'client_credentials', response_type: 'client_token', 'domains[]': 'pay.example.com' }),
  )
  await provider.walletSetup('pay.example.com:443')
  expect(live.seen).toHaveLength(1)
  await provider.walletSetup('other.example.com')
  expect(live.seen).toHaveLength(2)
  live.says({ [token]: { body: { access_token: 'nearly-over', expires_in: 290 } } })
  const trial = createProviderAt(live.origin)
  expect(await trial.walletSetup('pay.example.com')).toEqual({ clientToken: 'nearly-over', environment: 'sandbox' })
  await trial.walletSetup('pay.example.com')
  expect(live.seen).toHaveLength(2)
})
