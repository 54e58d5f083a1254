import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { queueSubscriptionSweep } from '#features/subscription/sweep.job.ts'
import { scheduleEcbUpdate } from '#modules/exchange-rates/ecb-update.job.ts'
import { getDaysSinceBackup, startDailyBackups } from '#server/operations/backup/daily-backups.ts'
import { getProductVersion } from '#server/operations/backup/manifest.ts'
import { finishSwap } from '#server/operations/backup/swap-folders.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { createAuth } from '#server/platform/auth/auth.ts'
import { scheduleSecurityEventSweep } from '#server/platform/auth/users/security-events.ts'
import type { Env } from '#server/platform/config/env.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { checkDatabase } from '#server/platform/db/database-server.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createReadinessCheck } from '#server/platform/db/readiness.ts'
import { openMasterKeys } from '#server/platform/encryption/master-keys.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { createEventHub } from '#server/platform/events/event-hub.ts'
import { findFreePort } from '#server/platform/http/free-port.ts'
import { createHealthChecks } from '#server/platform/http/health-checks.ts'
import { createHttpServer, explainListenError } from '#server/platform/http/http-server.ts'
import { laneNames } from '#server/platform/jobs/jobs.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { createMailSender } from '#server/platform/mail/mail-sender.ts'
import { createPdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { openObjectStore } from '#server/platform/storage/open-object-store.ts'
import type { Logger } from '#server/platform/telemetry/logger.ts'
import { startMemoryRelease } from '#server/platform/telemetry/memory-release.ts'
import { derivePayPalKeys, startPayPalSimulator } from '#simulators/paypal/paypal-simulator.ts'
import { deriveStripeKeys, startStripeSimulator } from '#simulators/stripe/stripe-simulator.ts'
import { createApp } from './app.ts'

type Options = { dist: string | null; logger: Logger }
type Closing = () => Promise<unknown>

/** For running requests, jobs and emails altogether. */
const stopTimeoutMs = 3200

export type RunningApp = {
  publicUrl: URL
  /** Serves requests for `drainSeconds` more, and closes everything in reverse order, the database last. */
  stop(options?: { drainSeconds: number }): Promise<void>
}

export const startApp = async (env: Env, { dist, logger }: Options): Promise<RunningApp> => {
  const log = (line: string) => logger.warn(line)
  const debug = (line: string) => logger.debug(line)
  const closing: Closing[] = []
  let closeDatabase: Closing = async () => undefined
  let drain: () => void = () => undefined
  const stop = async ({ drainSeconds } = { drainSeconds: 0 }) => {
    drain()
    if (drainSeconds > 0) await sleep(drainSeconds * 1000)
    const timeout = sleep(stopTimeoutMs, undefined, { ref: false })
    for (const close of closing.reverse())
      await Promise.race([close(), timeout]).catch((error: unknown) => log(`While stopping: ${String(error)}`))
    // The database is stopped even if other parts still hang.
    await closeDatabase()
  }
  try {
    if (env.tracing) {
      // Closed last, so that it records the ends of the others.
      const { startTracing } = await import('#server/platform/telemetry/tracing.ts')
      closing.push(startTracing({ ...env.tracing, version: getProductVersion() }).close)
    }
    // PORT=0 means any free port; it must be known before URLs are built.
    const port = env.port || (await findFreePort())
    const publicUrl = env.publicUrlIsSet ? env.publicUrl : new URL(`http://localhost:${port}`)

    // Completes a restore that was killed during its final renames.
    if (!env.databaseUrl && (await finishSwap(env.dataDir))) log('An interrupted restore was completed.')
    const embedded = env.databaseUrl ? null : await startEmbedded({ dataDir: env.dataDir, exclusive: true, log })
    if (embedded) closeDatabase = embedded.stop
    const owner = embedded?.connection ?? parseDatabaseUrl(env.databaseUrl!)
    if (!embedded) await checkDatabase(owner)
    // Before anything changes the database: without its key it is left unchanged.
    const masterKeys = await openMasterKeys(env, owner, log)
    const secrets = createSecrets(masterKeys)
    const connection = await prepareDatabase(owner, env.databaseAppRole)
    if (connection.user === owner.user)
      log(
        `The role ${owner.user} of DATABASE_URL may not create roles, so the app signs in with it: histories, journal and security log are not append-only for the app. Give it that right (ALTER ROLE ${owner.user} CREATEROLE) and restart.`,
      )
    const database = openDatabase(connection, { log })
    closing.push(database.close)
    const readiness = createReadinessCheck(connection)
    closing.push(readiness.close)
    let isWorking = () => false
    const health = createHealthChecks({ findUnavailable: async () => (await readiness.missing()) ?? (isWorking() ? null : 'worker') })
    drain = health.drain
    const live = createEventHub({ connection, database, log })
    closing.push(live.close)

    const now = () => new Date()
    const objects = await openObjectStore({ s3: env.s3, dataDir: env.dataDir, database, secrets, publicUrl: () => publicUrl, now, log })
    const outboxDir = join(env.dataDir, 'outbox')
    const mail = createMailSender({ smtpUrl: env.smtpUrl, from: env.mailFrom, bounceAddress: env.bounceAddress, outboxDir, log })
    closing.push(mail.close)
    const pdf = createPdfRenderer({ picture: (key) => objects.get(key), warn: log })
    closing.push(pdf.close)

    const stripe = env.sandbox
      ? await startStripeSimulator({
          publicUrl: publicUrl.origin,
          stateFile: join(env.dataDir, 'sandbox', 'stripe.json'),
          log: debug,
          createServer: createHttpServer,
        })
      : null
    if (stripe) closing.push(stripe.close)
    const paypal = env.sandbox
      ? await startPayPalSimulator({
          publicUrl: publicUrl.origin,
          stateFile: join(env.dataDir, 'sandbox', 'paypal.json'),
          log: debug,
          createServer: createHttpServer,
        })
      : null
    if (paypal) closing.push(paypal.close)

    const identity = await createAuth({ database, secrets, publicUrl: () => publicUrl, oidc: env.oidc, log })
    closing.push(identity.close)

    const app = await createApp({
      database,
      secrets,
      identity,
      objects,
      pdf,
      send: mail.send,
      mailWebhookToken: env.mailWebhookToken,
      live,
      sandbox: stripe &&
        paypal && {
          stripe: { origin: () => stripe.origin, key: (userId) => deriveStripeKeys(`business ${userId}`).secretKey },
          paypal: {
            origin: () => paypal.origin,
            keys: (userId) => derivePayPalKeys(`business ${userId}`),
            script: `${paypal.pagesPath}/web-sdk/v6/core.js`,
          },
          mounts: [
            { prefix: stripe.pagesPath, handle: stripe.handlePage },
            { prefix: paypal.pagesPath, handle: paypal.handlePage },
          ],
        },
      // With keys of its own the product takes real money for its plans, also while businesses use the sandbox.
      billing: env.billing
        ? { ...env.billing, apiOrigin: () => env.stripeApiOrigin, sandbox: false, script: null }
        : stripe && {
            ...deriveStripeKeys('platform'),
            apiOrigin: () => stripe.origin,
            sandbox: true,
            script: `${stripe.pagesPath}/v3/stripe.js`,
          },
      prices: env.prices,
      demo: env.demo,
      // Without a mail server the outbox takes them: the mailbox is part of the demo.
      ...(env.smtpUrl === null && { sendDemoMail: mail.send }),
      operator: env.operator,
      sourceUrl: env.sourceUrl,
      adminEmail: env.adminEmail,
      accountLimits: env.accountLimits,
      appLinks: env.appLinks,
      stripeApiOrigin: () => env.stripeApiOrigin,
      paypalApiOrigin: () => env.paypalApiOrigin,
      ecbOrigin: env.ecbOrigin,
      dist,
      outboxDir: env.mailbox ? outboxDir : null,
      publicUrl: () => publicUrl,
      health,
      trustedProxies: env.trustedProxies,
      requestsPerSecond: env.requestsPerSecond,
      now,
      log,
      logger,
      serviceWorker: env.serviceWorker,
    })

    const worker = await startWorker(owner, app.runners, { log })
    closing.push(worker.stop)
    isWorking = worker.isRunning
    if (env.metrics) {
      const { startMetricsServer } = await import('#server/platform/http/metrics-server.ts')
      const sources = {
        pool: () => database.pool,
        lanes: laneNames,
        jobs: worker.getQueueStats,
        pdfsWaiting: pdf.waiting,
        streams: live.count,
        daysSinceBackup: () => getDaysSinceBackup(env.dataDir),
        version: getProductVersion(),
      }
      closing.push((await startMetricsServer(env.metrics, sources, log)).close)
    }
    await scheduleSecurityEventSweep(database, now())
    if (env.ecbOrigin !== null) await scheduleEcbUpdate(database, now())
    if (env.billing || stripe) await queueSubscriptionSweep(database, now())
    closing.push(startMemoryRelease().stop)
    await app.http.listen({ port, host: env.host }).catch((error: unknown) => {
      throw explainListenError(error, { port: ['PORT', port], host: ['HOST', env.host] })
    })
    closing.push(() => app.http.close())
    if (embedded && env.dailyBackups !== null) {
      closing.push(startDailyBackups({ owner, objects, dataDir: env.dataDir, masterKeys, keep: env.dailyBackups, log }).stop)
      const days = await getDaysSinceBackup(env.dataDir)
      if (days !== null && days >= 2)
        log(`The newest backup in ${join(env.dataDir, 'backups')} is ${days} days old; another one is made soon.`)
    }
    return { publicUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
