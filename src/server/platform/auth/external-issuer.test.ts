import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { systemSource } from '#server/platform/http/request-source.ts'
import { withTestDatabase } from '#server/testing/database.ts'
import { createBrowser, type Visit } from './testing/browser.ts'
import { exchangeAppCode, readAppCode, startAppSignIn } from './testing/native-app.ts'
import { ada, createAccount, signIn, startServer } from './testing/server.ts'

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

const clientSecret = 'a secret of sixteen or more'

/** Starts the provider as a separate process with its own database. `confirm` opens the newest confirmation link in a new browser. */
const startProvider = async (
  port: number,
  redirectUri: string,
): Promise<{ child: ChildProcess; confirm(count: number): Promise<Visit> }> => {
  const { owner } = await withTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'billfold-provider-'))
  const address = new URL(`postgres://localhost:${owner.port}/${owner.database}`)
  address.username = String(owner.user)
  address.password = encodeURIComponent(String(owner.password))
  address.searchParams.set('host', String(owner.host))
  const child = spawn(process.execPath, [fileURLToPath(new URL('./standalone-provider.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: address.href,
      DATABASE_APP_ROLE: `idp_${owner.database}`,
      DATA_DIR: folder,
      SECRET_KEY: randomBytes(32).toString('base64'),
      PROVIDER_CLIENTS: JSON.stringify([{ clientId: 'books', clientSecret, redirectUris: [redirectUri] }]),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr!.on('data', (text) => (stderr += text))
  onTestFinished(async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(() => {
      throw new Error(`the provider ended: ${stderr}`)
    }),
  ])
  const readEmails = () => {
    const outbox = join(folder, 'outbox')
    const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.json')) : []
    return names.sort().map((name) => JSON.parse(readFileSync(join(outbox, name), 'utf8')).text as string)
  }
  const confirm = async (count: number) => {
    await expect.poll(() => readEmails().length, { timeout: 60_000 }).toBe(count)
    const browser = createBrowser()
    const page = await browser.open(/http\S+\/confirm-email\?token=\S+/.exec(readEmails().at(-1)!)![0])
    return browser.submit(page, {})
  }
  return { child, confirm }
}

test('an external provider: unreachable at first, then sign-up, sign-out and the password again', async () => {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}/oidc`
  const server = await startServer({ oidc: { issuer, clientId: 'books', clientSecret } })
  const browser = createBrowser()
  // The provider manages the accounts and sends their emails.
  const { accounts, runners } = server.auth
  expect([accounts, server.auth.issuer, runners(async () => undefined)]).toEqual([null, issuer, []])

  const down = await browser.open(`${server.origin}/api/login?returnTo=/items`)
  expect(down.status).toBe(502)
  expect(down.html).toContain('href="/api/login?returnTo=%2Fitems"')
  expect(server.logged.join()).toContain('ECONNREFUSED')

  const { child: provider, confirm } = await startProvider(port, `${server.origin}/api/login/callback`)
  const page = await browser.open(`${server.origin}/api/login?create=1&returnTo=/items`)
  expect(new URL(page.url).port).toBe(String(port))
  // Browsers apply form-action to the redirects after a form, so it must contain the app's origin.
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${server.origin}`)
  // An unconfirmed email cannot sign in.
  const unconfirmed = await browser.follow(await browser.submit(page, ada))
  expect([unconfirmed.status, await server.whoami(browser)]).toEqual([403, null])
  expect(unconfirmed.html).toContain('has not confirmed your email address yet')
  const confirmed = await confirm(1)
  expect([confirmed.status, confirmed.html]).toEqual([200, expect.stringContaining('<h1>Your email is confirmed</h1>')])
  expect((await browser.open(`${server.origin}/api/login?returnTo=/items`)).url).toBe(`${server.origin}/items`)
  const id = await server.whoami(browser)
  const { rows } = await server.database.pool.query('select issuer, email, first_name, last_name from users where id = $1', [id])
  expect(rows).toEqual([{ issuer, email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' }])

  await browser.visit(`${server.origin}/api/logout`)
  expect(await server.whoami(browser)).toBeNull()
  const signedIn = createBrowser()
  await signIn(signedIn, server.origin)
  // The provider compares times in whole seconds.
  await pause(2100)
  const page2 = await browser.open(`${server.origin}/api/login`)
  expect(page2.html).toContain('<h1>Sign in</h1>')

  // A sign-in for the app always asks for the password. The page does not open the app by itself, because an external provider may not ask.
  const { challenge, verifier } = startAppSignIn()
  const forApp = await signedIn.open(`${server.origin}/api/login?app=${challenge}&other=1`)
  expect(forApp.html).toContain('<h1>Sign in</h1>')
  const back = await signedIn.follow(await signedIn.submit(forApp, ada))
  expect([back.status, back.headers.get('refresh')]).toEqual([200, null])
  expect(back.html).toContain('<h1>Continue in the app?</h1>')
  const webView = createBrowser()
  expect((await exchangeAppCode(webView, server.origin, { code: readAppCode(back), verifier })).status).toBe(204)
  expect(await server.whoami(webView)).toBe(id)
  // Signing out everywhere also revokes codes for the app.
  const second = await signIn(createBrowser(), server.origin, ada, `?app=${challenge}`)
  await server.auth.sessions.endOthers(id!, 'none', systemSource)
  expect((await exchangeAppCode(createBrowser(), server.origin, { code: readAppCode(second), verifier })).status).toBe(400)

  // Another user in the same browser gets their own account.
  const create = await browser.open(`${server.origin}/api/login?create=1`)
  await browser.follow(await browser.submit(create, { ...ada, firstName: 'Bob', email: 'bob@example.com' }))
  await confirm(2)
  await signIn(browser, server.origin, { ...ada, email: 'bob@example.com' })
  const bob = await server.whoami(browser)
  expect(bob).toBeTypeOf('number')
  expect(bob).not.toBe(id)

  // A provider that stops during a sign-in is reported as unavailable, not as a lost sign-in.
  const other = createBrowser()
  const login = await other.open(`${server.origin}/api/login`)
  const before = await other.follow(await other.submit(login, ada), (visit) => visit.location!.includes('/api/login/callback'))
  provider.kill()
  await once(provider, 'exit')
  expect((await other.visit(before.location!)).status).toBe(502)
  expect(await server.whoami(other)).toBeNull()
})

test('accounts of the bundled provider outlive a change of the public address', async () => {
  let host = 'localhost'
  let port = 0
  const server = await startServer({ publicUrl: () => new URL(`http://${host}:${port || 1}`) })
  port = server.port
  host = '127.0.0.1'
  const before = createBrowser()
  await createAccount(before, server.origin)
  const id = await server.whoami(before)
  host = 'localhost'
  const after = createBrowser()
  await signIn(after, `http://localhost:${server.port}`)
  expect(JSON.parse((await after.visit(`http://localhost:${server.port}/whoami`)).html)).toMatchObject({ id })
})
