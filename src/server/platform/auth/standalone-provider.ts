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
 * The bundled identity provider as a process of its own, for several apps that share their accounts:
 *
 *   PORT=4000 DATABASE_URL=postgres://… PROVIDER_CLIENTS='[{"clientId":"billfold","clientSecret":"…","redirectUris":["https://app.example.com/api/login/callback"]}]' \
 *     node src/server/platform/auth/standalone-provider.ts
 *
 * PORT, HOST, PUBLIC_URL, DATABASE_URL, DATABASE_APP_ROLE, SECRET_KEY, DATA_DIR, SMTP_URL and MAIL_FROM mean what they mean for the app. Each app
 * then gets OIDC_ISSUER=<this address>/oidc, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. Apps let people in once they have followed the link that is
 * mailed to them here.
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

/** How long an orderly stop after too many errors may take. */
const giveUpMs = 10_000
const write = (line: string) => process.stderr.write(`${line}\n`)

const main = async () => {
  const env = readEnv(process.env)
  const format = env.logFormat ?? (process.stderr.isTTY ? 'text' : 'json')
  const logger = createLogger({ level: env.logLevel, format, write })
  const say = (line: string) => logger.warn(line)
  let stop = async (): Promise<void> => undefined
  const giveUp = () => {
    setTimeout(() => process.exit(1), giveUpMs).unref()
    void stop().finally(() => process.exit(1))
  }
  const { ready } = handleUncaughtErrors({ logger, giveUp })
  const clients = readClients(process.env.PROVIDER_CLIENTS)
  if (!env.databaseUrl) throw new SettingError('DATABASE_URL must be set: the provider keeps its accounts there.')
  const owner = parseDatabaseUrl(env.databaseUrl)
  const secrets = createSecrets(await openMasterKeys(env, owner, say))
  const database = openDatabase(await prepareDatabase(owner, env.databaseAppRole), { log: say })
  let publicUrl = env.publicUrl
  // Only the app knows how to start a sign-in that it can finish.
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
    log: say,
  })
  const app = await createFastifyApp({ publicUrl: () => publicUrl, mounts: [provider.mount], logger })
  await app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => sendSignInError(request, reply, error, { again: startOver, log: say }))
    provider.registerPages(pages)
  })
  const mail = createMailSender({ smtpUrl: env.smtpUrl, from: env.mailFrom, outboxDir: join(env.dataDir, 'outbox'), log: say })
  const worker = await startWorker(owner, provider.runners(mail.send), { log: say })
  await app.listen({ port: env.port, host: env.host })
  if (!env.publicUrlIsSet) publicUrl = new URL(`http://localhost:${(app.server.address() as AddressInfo).port}`)
  ready()
  const timer = setInterval(
    () => provider.sweep().catch((error: Error) => say(`Expired sign-ins were not removed: ${error.message}`)),
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
