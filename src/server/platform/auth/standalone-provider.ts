import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { readEnv, SettingError } from '#server/platform/config/env.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { openMasterKeys } from '#server/platform/encryption/master-keys.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { createFastifyApp } from '#server/platform/http/fastify-app.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { createMailSender } from '#server/platform/mail/mail-sender.ts'
import { createLogger } from '#server/platform/telemetry/logger.ts'
import { handleUncaughtErrors } from '#server/platform/telemetry/uncaught-errors.ts'
import { sendSignInError } from './oidc-client/sign-in-errors.ts'
import { createBundledProvider } from './provider/bundled-provider.ts'

/*
 * Runs the bundled identity provider as a server of its own, for several apps that share their accounts:
 *
 *   PORT=4000 DATABASE_URL=postgres://… PROVIDER_CLIENTS='[{"clientId":"billfold","clientSecret":"…","redirectUris":["https://app.example.com/api/login/callback"]}]' \
 *     node src/server/platform/auth/standalone-provider.ts
 *
 * PORT, HOST, PUBLIC_URL, DATABASE_URL, DATABASE_APP_ROLE, SECRET_KEY, DATA_DIR, SMTP_URL and MAIL_FROM have the same meaning as for the app. Each app
 * is configured with OIDC_ISSUER=<public URL>/oidc, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. Users can sign in to the apps after they opened the link in
 * the confirmation email.
 */

const client = z.object({ clientId: z.string().min(1), clientSecret: z.string().min(16), redirectUris: z.array(z.url()).min(1) })

const readClients = (text: string | undefined) => {
  try {
    return z
      .array(client)
      .min(1)
      .parse(JSON.parse(text ?? ''))
  } catch (cause) {
    throw new SettingError(
      'PROVIDER_CLIENTS must be a JSON list like [{"clientId":"billfold","clientSecret":"at least 16 characters","redirectUris":["https://app.example.com/api/login/callback"]}].',
      { cause },
    )
  }
}

const shutdownTimeoutMs = 10_000
const write = (line: string) => process.stderr.write(`${line}\n`)

const main = async () => {
  const env = readEnv(process.env)
  const format = env.logFormat ?? (process.stderr.isTTY ? 'text' : 'json')
  const logger = createLogger({ level: env.logLevel, format, write })
  const log = (line: string) => logger.warn(line)
  let stop = async (): Promise<void> => undefined
  const giveUp = () => {
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    void stop().finally(() => process.exit(1))
  }
  const { ready } = handleUncaughtErrors({ logger, giveUp })
  const clients = readClients(process.env.PROVIDER_CLIENTS)
  if (!env.databaseUrl) throw new SettingError('DATABASE_URL must be set: the provider stores its accounts there.')
  const owner = parseDatabaseUrl(env.databaseUrl)
  const secrets = createSecrets(await openMasterKeys(env, owner, log))
  const database = openDatabase(await prepareDatabase(owner, env.databaseAppRole), { log })
  let publicUrl = env.publicUrl
  // A sign-in must be started by an app, because only the app can finish it.
  const startOver = new URL('/api/login?again=1', clients[0]!.redirectUris[0]).href
  const provider = await createBundledProvider({
    database,
    secrets,
    publicUrl: () => publicUrl,
    clients: () =>
      clients.map(({ clientId, clientSecret, redirectUris }) => ({
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        response_types: ['code'],
      })),
    startOver,
    isShared: true,
    now: () => new Date(),
    log,
  })
  const app = await createFastifyApp({ publicUrl: () => publicUrl, mounts: [provider.mount], logger })
  await app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => sendSignInError(request, reply, error, { retryHref: startOver, log }))
    provider.registerPages(pages)
  })
  const mail = createMailSender({ smtpUrl: env.smtpUrl, from: env.mailFrom, outboxDir: join(env.dataDir, 'outbox'), log })
  const worker = await startWorker(owner, provider.runners(mail.send), { log })
  await app.listen({ port: env.port, host: env.host })
  if (!env.publicUrlIsSet) publicUrl = new URL(`http://localhost:${(app.server.address() as AddressInfo).port}`)
  ready()
  const timer = setInterval(
    () => provider.deleteExpired().catch((error: Error) => log(`Expired sign-ins were not removed: ${error.message}`)),
    15 * 60_000,
  )
  process.stdout.write(`Identity provider is ready: ${provider.issuer()}\n`)

  stop = async () => {
    clearInterval(timer)
    await app.close()
    await worker.stop()
    await mail.close()
    await database.close()
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())
}

await main().catch((error: unknown) => {
  write(error instanceof SettingError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exit(1)
})
