import type { FastifyInstance } from 'fastify'
import { customerRoutes } from '#modules/customers/server.ts'
import { receiptRoutes } from '#modules/expenses/receipts/routes.ts'
import { receiptSweepRunner, sweepReceipt } from '#modules/expenses/receipts/sweep.job.ts'
import { expenseRoutes } from '#modules/expenses/server.ts'
import { itemRoutes } from '#modules/items/server.ts'
import { today } from '#shared/dates.ts'
import type { PlanPrices } from '#shared/plans.ts'
import { describeSite } from '#shared/site.ts'
import { getRequiredScopes, scopes } from '#shared/token-scopes.ts'
import { invoiceType } from './domain/documents/document-type.ts'
import { issueDocument } from './domain/documents/lifecycle/issue.ts'
import { createAccounts, createPaymentConfig, type Sandbox } from './domain/payments/accounts/accounts.ts'
import { readPaymentTotals } from './domain/payments/balance/balance.ts'
import { withPaymentsClosed } from './domain/payments/checkout/account-deletion.ts'
import { comparisonRunner } from './domain/payments/comparison/compare.job.ts'
import { createPaymentKeys } from './domain/payments/keys/keys.ts'
import { keyCheckRunner } from './domain/payments/keys/recheck.job.ts'
import { queueReceipt } from './domain/payments/notifications.ts'
import { refundRunner } from './domain/payments/refunds/refund.job.ts'
import { eventRunner, eventSweepRunner } from './domain/payments/webhooks/events.ts'
import { webhookRegistrationRunner } from './domain/payments/webhooks/register.job.ts'
import { scheduledSendRunners } from './domain/scheduled-sends/run.ts'
import type { BillingAccount } from './domain/subscription/billing-provider.ts'
import { deletionConfirmationRunner } from './features/account/deletion/confirmation.job.ts'
import { deleteAccount } from './features/account/deletion/delete-account.ts'
import { removeFilesRunner } from './features/account/deletion/remove-files.job.ts'
import { deleteRoutes } from './features/account/deletion/routes.ts'
import { exportRoutes, exportSweepRunner } from './features/account/export/routes.ts'
import { ownAccountRoutes } from './features/account/own-account-routes.ts'
import { accountRoutes } from './features/account/routes.ts'
import { sessionRoutes } from './features/account/session-routes.ts'
import { createStorageQuota } from './features/account/storage-quota.ts'
import { tokenRoutes } from './features/account/tokens/routes.ts'
import { twoFactorRoutes } from './features/account/two-factor-routes.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { apiDocsRoutes } from './features/api-docs/routes.ts'
import { booksRoutes } from './features/books/books-routes.ts'
import { bouncedNotification } from './features/bounces/bounced-notification.ts'
import { openMailReports } from './features/bounces/mail-reports.ts'
import { logoSweepRunner } from './features/business-profile/logo/logo-files.ts'
import { logoRoutes } from './features/business-profile/logo/routes.ts'
import { businessProfileRoutes } from './features/business-profile/routes.ts'
import { createCreditNotes } from './features/credit-notes/credit-notes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { createDemoAccount, deleteDemoRunner, separateDemoMail } from './features/demo/demo-accounts.ts'
import { withDemoRefusals } from './features/demo/refusals.ts'
import { documentPreviewRoutes } from './features/document-preview/routes.ts'
import { answerNotificationRunner } from './features/estimates/answer-notification.job.ts'
import { estimateSendingRoutes, sendEstimateRunners, sendScheduledEstimate } from './features/estimates/emails.ts'
import { createEstimateReader } from './features/estimates/pdf.ts'
import { publicEstimateRoutes } from './features/estimates/public-routes.ts'
import { estimateRoutes } from './features/estimates/routes.ts'
import { ecbUpdateRunner, exchangeRateRoutes } from './features/exchange-rates/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { createDraft } from './features/invoices/create.ts'
import { requestDepositOfEstimate } from './features/invoices/deposits.ts'
import { createScheduledInvoice, sendInvoiceRunners, sendScheduledInvoice } from './features/invoices/emails.ts'
import { getInvoiceHistory } from './features/invoices/history.ts'
import { createLateFeeInvoice } from './features/invoices/late-fee-invoice.ts'
import { createInvoiceReader } from './features/invoices/pdf.ts'
import { publicInvoiceRoutes } from './features/invoices/public-routes.ts'
import { getInvoice, invoices } from './features/invoices/read.ts'
import { invoiceRoutes } from './features/invoices/routes.ts'
import { lateFeeRoutes, lateFeeRunner } from './features/late-fees/routes.ts'
import { comparisonRoutes } from './features/payments/comparison/routes.ts'
import { receiptRunner } from './features/payments/customer-emails/receipt.job.ts'
import { createReceiptDocuments } from './features/payments/customer-emails/receipt-document.ts'
import { refundEmailRunner } from './features/payments/customer-emails/refund.job.ts'
import { createInvoicePayments } from './features/payments/invoice-payments.ts'
import { ownerNotifications } from './features/payments/owner-notifications.ts'
import { paymentRoutes, paymentRunners } from './features/payments/routes.ts'
import { webhookRoutes } from './features/payments/webhooks/routes.ts'
import { recurringInvoiceRoutes, recurringInvoiceRunners } from './features/recurring-invoices/routes.ts'
import { reminderRoutes, reminderRunners, unsubscribeRoutes } from './features/reminders/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { statementRoutes, statementRunners } from './features/reports/statement-schedule/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { cancelSubscriptions } from './features/subscription/cancel-subscriptions.ts'
import { createSubscriptionNotifications } from './features/subscription/notifications.ts'
import { billingWebhookRunner } from './features/subscription/register-webhook.job.ts'
import { subscriptionRoutes } from './features/subscription/routes.ts'
import { subscriptionSweepRunner } from './features/subscription/sweep.job.ts'
import { checkRunner, syncRunner } from './features/subscription/sync.job.ts'
import { billingWebhookRoutes } from './features/subscription/webhook-routes.ts'
import { taxRateRoutes } from './features/tax-rates/routes.ts'
import { uploadRoutes, uploadSweepRunner } from './features/uploads/routes.ts'
import { createAdminCheck } from './platform/auth/admin.ts'
import { createApiTokens } from './platform/auth/api-tokens.ts'
import type { Auth } from './platform/auth/auth.ts'
import { registerDemoRoute } from './platform/auth/demo-route.ts'
import { securityEventSweepRunner } from './platform/auth/users/security-events.ts'
import type { Database, UserDb } from './platform/db/client.ts'
import type { Secrets } from './platform/encryption/secrets.ts'
import type { EventHub } from './platform/events/event-hub.ts'
import { registerEventStreamRoute } from './platform/events/event-stream-route.ts'
import { createConcurrencyLimits, limitTime } from './platform/http/concurrency-limits.ts'
import { createFastifyApp, type MountedHandler } from './platform/http/fastify-app.ts'
import type { HealthChecks } from './platform/http/health-checks.ts'
import { registerLegalPages } from './platform/http/legal-pages.ts'
import { registerPageStyle } from './platform/http/page-style.ts'
import { registerRawRoutes } from './platform/http/raw-route.ts'
import { registerRoutes } from './platform/http/register-routes.ts'
import type { Route } from './platform/http/route.ts'
import { type AppLinks, registerAppLinks } from './platform/http/web-app/app-links.ts'
import { serveWebApp } from './platform/http/web-app/web-app.ts'
import { skipJobsOfDeletedUsers } from './platform/jobs/deleted-users.ts'
import type { JobRunner } from './platform/jobs/jobs.ts'
import { registerDevMailbox } from './platform/mail/dev-mailbox/mailbox-routes.ts'
import type { SendMail } from './platform/mail/mail.ts'
import type { PdfRenderer } from './platform/pdf/pdf-renderer.ts'
import { recycleBinSweepRunner } from './platform/records/recycle-bin.ts'
import { createUploadClaims } from './platform/storage/claim-upload.ts'
import type { UploadStore } from './platform/storage/object-store.ts'
import { registerUploadRoute } from './platform/storage/upload-route.ts'
import type { Logger } from './platform/telemetry/logger.ts'
import { connectProviders } from './providers/connect.ts'
import { createStripeBilling } from './providers/stripe/billing/provider.ts'
import { openRateLimiter, withRateLimits } from './rate-limits.ts'
import { createSampleServices } from './sample-services.ts'

export type Deps = {
  database: Database
  secrets: Secrets
  identity: Auth
  /** The store of uploaded files. */
  objects: UploadStore
  pdf: PdfRenderer
  send: SendMail
  /** The last part of the address to which the operator's mail server posts bounces; null by default: then there is none. */
  mailWebhookToken?: string | null
  /** Sends events about changes to browsers. */
  live: EventHub
  /** Simulated payment providers, or null when the sandbox is off; `mounts` serve their pages. */
  sandbox: (NonNullable<Sandbox> & { mounts: readonly MountedHandler[] }) | null
  /** Other origins of the providers' APIs; null for the real ones. */
  stripeApiOrigin: () => string | null
  paypalApiOrigin: () => string | null
  /** The origin of the European Central Bank's files of exchange rates; null where its rates are not used. */
  ecbOrigin: string | null
  /** The product's own Stripe account; null when plans cannot be bought. */
  billing: BillingAccount | null
  /** The plans' prices. */
  prices: PlanPrices
  /** Name and contact of the operator of this server; null by default. */
  operator?: string | null
  /** Where the source code of this server is; its license by default. */
  sourceUrl?: string | null
  /** Whether visitors may open demo accounts; false by default. */
  demo?: boolean
  /** Where emails of demo accounts go: nowhere by default, never to their addresses. */
  sendDemoMail?: SendMail
  /** The user with this email may see the list of users; null for none. */
  adminEmail: string | null
  /** The storage quota of one account. */
  accountLimits: { maxRecords: number; maxMegabytes: number }
  /** The native apps that may open links to this server; none by default. */
  appLinks?: AppLinks
  /** The folder of the built web app; null serves the API alone. */
  dist: string | null
  /** The folder whose emails the mailbox page shows; null without that page. */
  outboxDir: string | null
  publicUrl: () => URL
  /** The health checks of proxies; without it these paths are not served. */
  health?: HealthChecks
  /** The IP addresses and networks of trusted proxies. */
  trustedProxies?: readonly string[]
  /** The sustained rate of requests per account; further requests wait. */
  requestsPerSecond: number
  now: () => Date
  log: (line: string) => void
  logger?: Logger
  /** Whether browsers may install the service worker; true by default. */
  serviceWorker?: boolean
}

export type App = { http: FastifyInstance; routes: Route[]; runners: JobRunner[] }

/** Creates the app from its dependencies: the only list of features; only here, and for the sample year, one feature gets functions of another. */
export const createApp = async (allDeps: Deps): Promise<App> => {
  const demoMail = separateDemoMail(allDeps.database, allDeps.send, allDeps.sendDemoMail ?? (async () => undefined))
  const mailReports = await openMailReports(allDeps, demoMail.send)
  const deps = { ...allDeps, send: mailReports.send }
  const { database, identity, pdf, publicUrl, sandbox } = deps
  const absolute = (path: string) => new URL(path, publicUrl()).href
  const accounts = createAccounts({ ...deps, connect: connectProviders })
  const admin = createAdminCheck(deps.adminEmail)
  const { paymentConfig, canCollect } = createPaymentConfig(accounts)
  const collecting = { ...deps, accounts, absolute, issue: (db: UserDb, id: number) => issueDocument(db, invoiceType, id) }
  const conversion = { createInvoice: createDraft, requestDeposit: requestDepositOfEstimate }
  const readInvoice = async (...which: Parameters<typeof getInvoice>) => invoices.withAbsoluteUrls(absolute)(await getInvoice(...which))
  const invoicePayments = createInvoicePayments(collecting)
  const creditNotes = createCreditNotes({ ...deps, ...invoicePayments, ...conversion, readInvoice, absolute })
  const money = { ...invoicePayments, listCreditNotes: creditNotes.listCreditNotes }
  const payments = {
    ...collecting,
    creditRefund: creditNotes.creditRefund,
    readHistory: (db: UserDb, id: number) => getInvoiceHistory(money, db, id),
  }
  const documents = createInvoiceReader({ now: deps.now, absolute, canCollect, readPaymentTotals, readSchedule: money.readSchedule })
  const receipts = createReceiptDocuments(documents)
  const takeUpload = createUploadClaims(deps)
  const plans = deps.billing && { ...deps, provider: createStripeBilling(deps.billing) }
  const estimateDeps = { documents: createEstimateReader({ now: deps.now, absolute }), pdf, absolute, now: deps.now }

  const deletion = {
    ...deps,
    // Without billing there is no provider to cancel subscriptions at.
    endSubscriptions: async (userId: number) => void (plans && (await cancelSubscriptions(plans, userId))),
    withPaymentsClosed: withPaymentsClosed(payments),
  }
  const limits = await openRateLimiter(deps)
  const concurrency = createConcurrencyLimits(deps)
  const accountLimits = createStorageQuota(deps.accountLimits)
  const features = [
    ...accountRoutes({ standIns: { sandbox: sandbox !== null, mailbox: deps.outboxDir !== null }, admin }),
    ...ownAccountRoutes(deps),
    ...accountLimits.routes,
    ...sessionRoutes(deps),
    ...twoFactorRoutes(deps),
    ...tokenRoutes(deps),
    ...exportRoutes({
      ...deps,
      absolute,
      inTurn: (userId, ending, work) => concurrency.bulk.run(`user:${userId}`, () => limitTime(ending, work), ending.signal),
      documents: { invoice: documents, estimate: estimateDeps.documents, 'credit-note': creditNotes.documents },
    }),
    ...deleteRoutes(deletion),
    ...dashboardRoutes(),
    ...searchRoutes(),
    ...reportRoutes(deps),
    ...statementRoutes(deps),
    ...booksRoutes(),
    ...customerRoutes(),
    ...itemRoutes(),
    ...taxRateRoutes(),
    ...exchangeRateRoutes(deps),
    ...recurringInvoiceRoutes({ ...deps, accounts, createInvoice: createScheduledInvoice }),
    ...reminderRoutes(deps),
    ...lateFeeRoutes({ ...deps, createInvoice: createLateFeeInvoice, payments: money }),
    ...importRoutes(),
    ...expenseRoutes({ sweepReceipt }),
    ...invoiceRoutes({ ...deps, documents, receipts, absolute, queueReceipt, payments: money }),
    ...publicInvoiceRoutes({ ...deps, accounts, documents, receipts, absolute, paymentConfig, readSchedule: money.readSchedule }),
    ...estimateRoutes({ ...conversion, readInvoice, absolute }),
    ...estimateSendingRoutes(estimateDeps),
    ...publicEstimateRoutes({ ...conversion, ...estimateDeps, ...deps }),
    ...creditNotes.routes,
    ...documentPreviewRoutes({ pdf, absolute, canCollect, saved: { invoice: documents, estimate: estimateDeps.documents } }),
    ...paymentRoutes(payments),
    ...comparisonRoutes(payments),
    ...businessProfileRoutes({ ...deps, keys: createPaymentKeys(payments) }),
    ...uploadRoutes(deps),
    ...receiptRoutes({ ...deps, takeUpload }),
    ...logoRoutes({ ...deps, takeUpload }),
    ...adminRoutes(deps),
    ...subscriptionRoutes({ ...deps, provider: plans?.provider ?? null, absolute }),
  ]
  const routes = [
    ...withRateLimits(withDemoRefusals(accountLimits.within(features)), limits),
    ...apiDocsRoutes({ routes: features, scopesOf: getRequiredScopes, scopes, publicUrl }),
  ]
  const userRunners = [
    ...sendInvoiceRunners({ ...deps, documents }),
    ...sendEstimateRunners({ ...deps, documents: estimateDeps.documents }),
    creditNotes.runner,
    ...statementRunners(deps),
    answerNotificationRunner(deps),
    ...paymentRunners(payments),
    refundRunner(payments),
    refundEmailRunner({ ...deps, receipts }),
    keyCheckRunner(payments),
    webhookRegistrationRunner(payments),
    eventRunner(payments),
    eventSweepRunner(deps),
    comparisonRunner(payments),
    receiptRunner({ ...deps, receipts }),
    ...recurringInvoiceRunners({ ...deps, accounts, createInvoice: createScheduledInvoice }),
    ...reminderRunners(deps),
    lateFeeRunner({ ...deps, createInvoice: createLateFeeInvoice }),
    ...scheduledSendRunners({ ...deps, senders: { invoice: sendScheduledInvoice, estimate: sendScheduledEstimate } }),
    ...[...ownerNotifications, bouncedNotification, ...createSubscriptionNotifications(deps)].map((notification) =>
      notification.createRunner(deps),
    ),
    checkRunner(plans),
    syncRunner(plans),
    subscriptionSweepRunner(plans),
    billingWebhookRunner(plans),
    uploadSweepRunner(deps),
    receiptSweepRunner(deps),
    logoSweepRunner(deps),
    recycleBinSweepRunner(deps),
    ...identity.runners(deps.send),
    securityEventSweepRunner(deps),
    ecbUpdateRunner(deps),
    exportSweepRunner(deps),
    deleteDemoRunner({ database, deleteAccount: (userId) => deleteAccount(deletion, userId, today(deps.now(), 'UTC')) }),
  ]
  // The last two run after their user was deleted.
  const runners = [
    ...skipJobsOfDeletedUsers(database, demoMail.track(userRunners)),
    removeFilesRunner(deps),
    deletionConfirmationRunner(deps),
  ]

  const mounts = [...(deps.health?.mounts ?? []), identity.mount, ...(sandbox?.mounts ?? [])].filter((mount) => mount !== null)
  const http = await createFastifyApp({
    publicUrl,
    mounts,
    trustedProxies: deps.trustedProxies ?? [],
    rateLimiter: limits,
    ...(deps.logger && { logger: deps.logger }),
  })
  await identity.register(http)
  registerRoutes(http, routes, {
    database,
    now: deps.now,
    signedInUser: identity.signedInUser,
    tokens: createApiTokens(database, deps.now),
    admin,
    concurrency,
  })
  await registerEventStreamRoute(http, { events: deps.live, signedInUser: identity.signedInUser })
  const webhooks = webhookRoutes({ ...payments, hasRoomForEvent: accountLimits.hasRoomForEvent })
  await registerRawRoutes(http, [...webhooks, ...unsubscribeRoutes({ database, limits }), ...mailReports.routes(limits)])
  await registerRawRoutes(http, billingWebhookRoutes({ ...deps, provider: plans?.provider ?? null }))
  await registerUploadRoute(http, deps)
  if (deps.demo)
    await registerDemoRoute(http, { identity, create: () => createDemoAccount({ ...deps, services: createSampleServices(payments) }) })
  registerPageStyle(http)
  const site = () => describeSite({ prices: deps.prices, sourceUrl: deps.sourceUrl ?? null, hasDemo: deps.demo ?? false })
  registerLegalPages(http, { operator: deps.operator ?? null, publicUrl, site })
  if (deps.outboxDir) await registerDevMailbox(http, { outboxDir: deps.outboxDir, receiveReport: mailReports.receive })
  registerAppLinks(http, deps.appLinks ?? { androidCertificates: [], appleAppIds: [] })
  if (deps.dist)
    await serveWebApp(http, {
      dist: deps.dist,
      isSignedIn: async (request) => (await identity.signedInUser(request)) !== null,
      usesStripeHosts: deps.billing !== null && deps.billing.script === null,
      serviceWorker: deps.serviceWorker ?? true,
      site,
    })
  return { http, routes, runners }
}
