import type { FastifyInstance } from 'fastify'
import { createStorageQuota } from '#features/account/storage-quota.ts'
import { apiDocsRoutes } from '#features/api-docs/routes.ts'
import { openMailReports } from '#features/bounces/mail-reports.ts'
import { createDemoAccount, separateDemoMail, withDemoRefusals } from '#features/demo/demo-accounts.ts'
import { createAccounts, type Sandbox } from '#server/domain/payments/accounts/accounts.ts'
import type { Services } from '#server/domain/services.ts'
import type { BillingAccount } from '#server/domain/subscription/billing-provider.ts'
import { createApiTokens } from '#server/platform/auth/api-tokens.ts'
import { registerDemoRoute } from '#server/platform/auth/demo-route.ts'
import { securityEventSweepRunner } from '#server/platform/auth/users/security-events.ts'
import type { EventHub } from '#server/platform/events/event-hub.ts'
import { registerEventStreamRoute } from '#server/platform/events/event-stream-route.ts'
import { createAdminCheck } from '#server/platform/http/authentication.ts'
import { createConcurrencyLimits } from '#server/platform/http/concurrency-limits.ts'
import { createFastifyApp, type MountedHandler } from '#server/platform/http/fastify-app.ts'
import type { HealthChecks } from '#server/platform/http/health-checks.ts'
import { registerLegalPages } from '#server/platform/http/legal-pages.ts'
import { registerPageStyle } from '#server/platform/http/page-style.ts'
import { registerRawRoutes } from '#server/platform/http/raw-route.ts'
import { registerRoutes } from '#server/platform/http/register-routes.ts'
import type { Route } from '#server/platform/http/route.ts'
import { type AppLinks, registerAppLinks } from '#server/platform/http/web-app/app-links.ts'
import { registerSiteFiles } from '#server/platform/http/web-app/site-files.ts'
import { serveWebApp } from '#server/platform/http/web-app/web-app.ts'
import { type JobRunner, skipJobsOfDeletedUsers } from '#server/platform/jobs/jobs.ts'
import { registerDevMailbox } from '#server/platform/mail/dev-mailbox/mailbox-routes.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { recycleBinSweepRunner } from '#server/platform/records/recycle-bin.ts'
import { createUploadClaims } from '#server/platform/storage/claim-upload.ts'
import { registerUploadRoute } from '#server/platform/storage/upload-route.ts'
import type { Logger } from '#server/platform/telemetry/logger.ts'
import { connectProviders } from '#server/providers/connect.ts'
import { createStripeBilling } from '#server/providers/stripe/billing/provider.ts'
import { describeSite } from '#shared/site.ts'
import { getRequiredScopes, scopes } from '#shared/token-scopes.ts'
import { modules } from './modules.ts'
import { openRateLimiter, withRateLimits } from './rate-limits.ts'

/** What start.ts hands over: the services that it opened, and settings. */
type Settings = Omit<
  Services,
  'takeUpload' | 'readers' | 'limits' | 'concurrency' | 'hasRoomForEvent' | 'accounts' | 'plans' | 'admin' | 'absolute'
> & {
  /** Sends events about changes to browsers. */
  live: EventHub
  /** Simulated payment providers, or null when the sandbox is off; `mounts` serve their pages. */
  sandbox: (NonNullable<Sandbox> & { mounts: readonly MountedHandler[] }) | null
  /** The last part of the address to which the operator's mail server posts bounces; null by default: then there is none. */
  mailWebhookToken?: string | null
  /** The product's own Stripe account; null when plans cannot be bought. */
  billing: BillingAccount | null
  /** Name and contact of the operator of this server; null by default. */
  operator?: string | null
  /** Where the source code of this server is; null by default, and pages link to the license instead. */
  sourceUrl?: string | null
  /** Whether visitors may open demo accounts; false by default. */
  demo?: boolean
  /** Where emails of demo accounts go: nowhere by default, never to their addresses. */
  sendDemoMail?: SendMail
  /** The storage quota of one account. */
  accountLimits: { maxRecords: number; maxMegabytes: number }
  /** The native apps that may open links to this server; none by default. */
  appLinks?: AppLinks
  /** The folder of the built web app; null serves the API alone. */
  dist: string | null
  /** The health checks of proxies; without it these paths are not served. */
  health?: HealthChecks
  /** The IP addresses and networks of trusted proxies. */
  trustedProxies?: readonly string[]
  /** The sustained rate of requests per account; further requests wait. */
  requestsPerSecond: number
  logger?: Logger
  /** Whether browsers may install the service worker; true by default. */
  serviceWorker?: boolean
}

export type App = { http: FastifyInstance; routes: Route[]; runners: JobRunner[] }

/** Creates the app: its services, and what the modules make of them. */
export const createApp = async (settings: Settings): Promise<App> => {
  const { database, identity, publicUrl, sandbox, now } = settings
  const demoMail = separateDemoMail(database, settings.send, settings.sendDemoMail ?? (async () => undefined))
  const mailReports = await openMailReports(settings, demoMail.send)
  const limits = await openRateLimiter(settings)
  const quota = createStorageQuota(settings.accountLimits)
  const services: Services = {
    ...settings,
    send: mailReports.send,
    takeUpload: createUploadClaims(settings),
    limits,
    concurrency: createConcurrencyLimits(settings),
    hasRoomForEvent: quota.hasRoomForEvent,
    accounts: createAccounts({ ...settings, connect: connectProviders }),
    plans: settings.billing && createStripeBilling(settings.billing),
    admin: createAdminCheck(settings.adminEmail),
    absolute: (path) => new URL(path, publicUrl()).href,
    readers: {},
  }
  const parts = modules.map((module) => module(services))
  Object.assign(services.readers, ...parts.map(({ readers }) => readers))
  const declared = [...quota.routes, ...parts.flatMap(({ routes = [] }) => routes)]
  const routes = [
    ...withRateLimits(withDemoRefusals(quota.within(declared)), limits),
    ...apiDocsRoutes({ docs: parts.flatMap(({ docs = [] }) => docs), routes: declared, scopesOf: getRequiredScopes, scopes, publicUrl }),
  ]
  const userRunners = [
    ...parts.flatMap(({ runners = [] }) => runners),
    ...identity.runners(services.send),
    recycleBinSweepRunner(services),
    securityEventSweepRunner(services),
  ]
  const runners = [
    ...skipJobsOfDeletedUsers(database, demoMail.track(userRunners)),
    ...parts.flatMap(({ runnersOfDeleted = [] }) => runnersOfDeleted),
  ]

  const mounts = [...(settings.health?.mounts ?? []), identity.mount, ...(sandbox?.mounts ?? [])].filter((mount) => mount !== null)
  const http = await createFastifyApp({
    publicUrl,
    mounts,
    trustedProxies: settings.trustedProxies ?? [],
    rateLimiter: limits,
    ...(settings.logger && { logger: settings.logger }),
  })
  await identity.register(http)
  const { signedInUser } = identity
  registerRoutes(http, routes, { ...services, signedInUser, tokens: createApiTokens(database, now) })
  await registerEventStreamRoute(http, { events: settings.live, signedInUser })
  await registerRawRoutes(http, [...parts.flatMap(({ rawRoutes = [] }) => rawRoutes), ...mailReports.routes(limits)])
  await registerUploadRoute(http, services)
  if (settings.demo) await registerDemoRoute(http, { identity, create: () => createDemoAccount(services) })
  registerPageStyle(http)
  const { operator = null, sourceUrl = null } = settings
  const site = () => describeSite({ prices: settings.prices, sourceUrl, hasDemo: settings.demo ?? false })
  registerLegalPages(http, { operator, sourceUrl, publicUrl, site })
  registerSiteFiles(http, { operator, sourceUrl, publicUrl, now })
  if (settings.outboxDir) await registerDevMailbox(http, { outboxDir: settings.outboxDir, receiveReport: mailReports.receive })
  registerAppLinks(http, settings.appLinks ?? { androidCertificates: [], appleAppIds: [] })
  if (settings.dist)
    await serveWebApp(http, {
      dist: settings.dist,
      publicUrl,
      isSignedIn: async (request) => (await signedInUser(request)) !== null,
      usesStripeHosts: settings.billing !== null && settings.billing.script === null,
      serviceWorker: settings.serviceWorker ?? true,
      hasDevelopmentPages: settings.outboxDir !== null,
      site,
    })
  return { http, routes, runners }
}
