import { and, eq } from 'drizzle-orm'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import type { Module, Services } from '#server/domain/services.ts'
import { reauthenticate } from '#server/platform/auth/accounts/reauthenticate.ts'
import { notifyAccount } from '#server/platform/auth/emails/account-notification.job.ts'
import { describeDevice } from '#server/platform/auth/sessions/device.ts'
import { demoIssuer, demoLifeMs } from '#server/platform/auth/users/find-user.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Page, readPage } from '#server/platform/db/pagination.ts'
import { users } from '#server/platform/db/schema/identity.ts'
import { securityEvents } from '#server/platform/db/schema/security.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, publicRoute, route } from '#server/platform/http/route.ts'
import { accountApi } from '#shared/contract/account.ts'
import { authApi } from '#shared/contract/auth.ts'
import { type SecurityEvent, type SecurityEventKind, securityEventsApi } from '#shared/contract/security-events.ts'
import { tokensApi } from '#shared/contract/tokens.ts'
import { graceDays } from '#shared/plans.ts'
import { deletionConfirmationRunner } from './deletion/confirmation.job.ts'
import { removeFilesRunner } from './deletion/remove-files.job.ts'
import { deleteRoutes } from './deletion/routes.ts'
import { exportRoutes, exportSweepRunner } from './export/routes.ts'
import { readAccount, readCurrentUser, requireOwnAccount } from './own-account.ts'
import { createToken, listTokens, revokeToken } from './tokens/tokens.ts'

const tokenRoutes = ({ identity: { accounts }, now }: Services) => [
  route(tokensApi.list, ({ user }) => user.tx((db) => listTokens(db, now()))),
  // Not idempotent, because the reply contains a secret, and replies of idempotent calls are stored.
  route(tokensApi.create, async ({ user, body: { password, code, ...input }, source }) => {
    const account = await reauthenticate(accounts, user, { password, code, source })
    return user.tx(async (db) => {
      const answer = await createToken(db, { ...input, now: now(), from: source })
      if (account !== null) await notifyAccount(db, account, { kind: 'token-made' })
      return answer
    })
  }),
  idempotentRoute(tokensApi.revoke, ({ user, params: { id }, source, idempotent }) =>
    user.tx((db) => idempotent(db, () => revokeToken(db, id, { now: now(), from: source }))),
  ),
]

/** Newest first. @throws AppError 400 when `after` is not a cursor of this list */
const listSecurityEvents = (
  db: UserDb,
  { limit, after }: { limit?: number | undefined; after?: string | undefined },
): Promise<Page<SecurityEvent[]>> =>
  readPage(
    { limit, after },
    {
      sorts: { at: () => ({ by: securityEvents.at.getSQL(), type: 'timestamptz' }) },
      otherwise: '-at',
      id: securityEvents.id,
      read: async ({ sortValue, where, orderBy, limit }) => {
        const { id, at, kind, address, userAgent, detail } = securityEvents
        const rows = await db.orm
          .select({ id, at, kind, address, userAgent, detail, sortValue })
          .from(securityEvents)
          .where(and(eq(securityEvents.userId, db.userId), where))
          .orderBy(orderBy)
          .limit(limit)
        return rows.map(({ kind, userAgent, ...row }) => ({ ...row, kind: kind as SecurityEventKind, device: describeDevice(userAgent) }))
      },
    },
  )

const sessionRoutes = ({ identity: { sessions } }: Services) => [
  route(accountApi.sessions, ({ user, sessionId }) => sessions.list(user.id, sessionId!)),
  route(accountApi.revokeSession, ({ user, params, source }) => sessions.end(user.id, params.ref, source)),
  route(accountApi.revokeOtherSessions, async ({ user, sessionId, source }) => {
    await sessions.endOthers(user.id, sessionId!, source)
    return sessions.list(user.id, sessionId!)
  }),
  route(securityEventsApi.events, ({ user, query }) => user.tx((db) => listSecurityEvents(db, query))),
]

const ownAccountRoutes = (services: Services) => [
  route(accountApi.account, ({ user }) => readAccount(services, user)),
  route(accountApi.rename, async ({ user, body }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.updateName(subject, body)
    return readAccount(services, user)
  }),
  route(accountApi.changeEmail, async ({ user, body: { email, password }, source }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.requestEmailChange(subject, email, { password, ...source })
    return readAccount(services, user)
  }),
  route(accountApi.resendEmail, async ({ user }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.resendConfirmation(subject)
    return readAccount(services, user)
  }),
  route(accountApi.cancelEmailChange, async ({ user }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.cancelEmailChange(subject)
  }),
  publicRoute(accountApi.confirmEmail, async ({ body: { token }, source }) => {
    if (!services.identity.accounts) throw notFound('Link')
    return services.identity.accounts.confirmEmail(token, source)
  }),
  route(accountApi.changePassword, async ({ user, body: { current, next }, source, sessionId }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.changePassword(subject, next, { password: current, ...source }, sessionId!)
    return readAccount(services, user)
  }),
]

const dayMs = 86_400_000

const accountRoutes = ({ sandbox, outboxDir, admin }: Services) => [
  route(authApi.user, async ({ user, browserTimeZone }) => {
    const row = await readCurrentUser(user)
    // Saved because, unless a time zone was chosen, the browser's zone decides what 'today' is for jobs too.
    if (browserTimeZone && browserTimeZone !== row.timeZone)
      await user.tx(async (db) => {
        await db.orm.update(users).set({ timeZone: browserTimeZone, updatedAt: new Date() }).where(eq(users.id, user.id))
        db.announce('account')
      })
    const { pastDueSince, subscriptionStatus } = row
    const paymentDueBy = pastDueSince && subscriptionStatus === 'active' ? new Date(pastDueSince.getTime() + graceDays * dayMs) : null
    return {
      ...row,
      currency: await user.tx(getHomeCurrency),
      sandbox: sandbox !== null,
      mailbox: outboxDir !== null,
      paymentDueBy,
      demoEndsAt: row.issuer === demoIssuer ? new Date(row.createdAt.getTime() + demoLifeMs) : null,
      isAdmin: admin.isAdmin(row),
      isUnconfirmedAdmin: admin.isUnconfirmedAdmin(row),
      timeZone: row.chosenTimeZone,
    }
  }),
  route(authApi.status, ({ user }) => readCurrentUser(user)),
]

/** Every change takes the password, so that an unattended session is not enough. */
const twoFactorRoutes = (services: Services) => [
  route(accountApi.startTwoFactor, async ({ user, body: { password }, source }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.verifyPassword(subject, { password, ...source })
    const { email } = (await own.read(subject))!
    return own.twoFactor.startSetup(subject, email)
  }),
  route(accountApi.confirmTwoFactor, async ({ user, body: { code }, source }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    return { recoveryCodes: await own.twoFactor.confirmSetup(subject, code, source) }
  }),
  route(accountApi.disableTwoFactor, async ({ user, body: { password, code }, source }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.verifyPassword(subject, { password, ...source })
    await own.twoFactor.disable(subject, code, source)
    return readAccount(services, user)
  }),
  route(accountApi.regenerateRecoveryCodes, async ({ user, body: { password, code }, source }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.verifyPassword(subject, { password, ...source })
    return { recoveryCodes: await own.twoFactor.renewRecoveryCodes(subject, code, source) }
  }),
]

export const accountModule: Module = (services) => ({
  routes: [
    ...accountRoutes(services),
    ...ownAccountRoutes(services),
    ...sessionRoutes(services),
    ...twoFactorRoutes(services),
    ...tokenRoutes(services),
    ...exportRoutes(services),
    ...deleteRoutes(services),
  ],
  runners: [exportSweepRunner(services)],
  runnersOfDeleted: [removeFilesRunner(services), deletionConfirmationRunner(services)],
})
