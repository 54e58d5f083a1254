import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Business, getHomeCurrency } from '#server/domain/business/business.ts'
import { getPdfAccount, throwPdfError } from '#server/domain/documents/pdf/reply.ts'
import { buildSampleDocument } from '#server/domain/documents/pdf/sample.ts'
import { createPaymentKeys, type PaymentKeys } from '#server/domain/payments/keys/keys.ts'
import { keyCheckRunner } from '#server/domain/payments/keys/recheck.job.ts'
import type { Module, Services } from '#server/domain/services.ts'
import { recordSecurityEvent } from '#server/platform/auth/users/security-events.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { businessProfiles as table } from '#server/platform/db/schema/business.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { type Caller, type FileReply, idempotentRoute, route } from '#server/platform/http/route.ts'
import { readHistory, recordEvent } from '#server/platform/records/event-log.ts'
import { updateVersioned } from '#server/platform/records/versioned-update.ts'
import { toPreferredMethod } from '#shared/business-defaults.ts'
import {
  type BusinessProfile,
  type BusinessProfileInput,
  businessProfileApi,
  type previewInput,
} from '#shared/contract/business-profile.ts'
import type { Day } from '#shared/dates.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { displayName, type UserName } from '#shared/user-names.ts'
import { bankAccountRoutes } from './bank-accounts.ts'
import { findLogo, logoSweepRunner } from './logo/logo-files.ts'
import { logoRoutes } from './logo/routes.ts'
import { listProfileChanges } from './profile-changes.ts'
import { readProfile } from './read-profile.ts'
import { createProfile, getSubmittedKeys, listChangedProviders, type SaveKeys, updateProfile } from './save-profile.ts'

type PreviewInput = z.output<typeof previewInput>

/** When the SVG is opened by itself, it runs and loads nothing, not even its styles. The app shows it as a picture. */
const policy = "default-src 'none'; img-src data:; frame-ancestors 'none'; sandbox"

const createPreview = ({ pdf }: Services) => {
  /** @throws AppError 422 when it cannot be rendered, 429 or 503 when too many requests wait */
  return async (user: Caller, { kind, ...formValues }: PreviewInput, today: Day): Promise<FileReply> => {
    const document = buildSampleDocument(await user.tx((db) => toBusiness(db, formValues)), kind, today, formValues)
    // A newer request of the same user cancels the one before, so that typing does not wait for outdated previews.
    const bytes = await pdf.preview(document, getPdfAccount(user.id), `${user.id} ${kind}`).catch(throwPdfError)
    return { bytes, contentType: 'image/svg+xml', fileName: 'preview.svg', policy }
  }
}

const toBusiness = async (db: UserDb, formValues: Omit<PreviewInput, 'kind'>): Promise<Business> => ({
  name: formValues.businessName?.trim() || (await ownName(db)),
  contactName: formValues.contactName && formValues.contactName !== formValues.businessName?.trim() ? formValues.contactName : null,
  email: formValues.email || null,
  phone: formValues.phone || null,
  address: formValues.address || null,
  city: formValues.city || null,
  state: formValues.state || null,
  zipCode: formValues.zipCode || null,
  country: formValues.country || null,
  website: formValues.website || null,
  taxNumber: formValues.taxNumber || null,
  vatId: formValues.vatId || null,
  currency: await getHomeCurrency(db),
  theme: formValues.pdfTheme,
  primaryColor: formValues.pdfPrimaryColor,
  accentColor: formValues.pdfAccentColor,
  logoKey: formValues.logoUrl ? ((await findLogo(db, formValues.logoUrl))?.key ?? null) : null,
  size: formValues.pageSize,
  language: formValues.documentLanguage,
  bankAccounts: [],
})

const ownName = async (db: UserDb): Promise<string> => {
  const [person] = await db.rows<UserName>(
    'select first_name as "firstName", last_name as "lastName", email from users where id = $1',
    [db.userId],
    'users.person',
  )
  return displayName(person!)
}

const hasKey = (profile: BusinessProfile, provider: ProviderName): boolean =>
  provider === 'stripe'
    ? profile.stripePublishableKey !== null || profile.stripeSecretKey.set
    : profile.paypalClientId !== null || profile.paypalClientSecret.set

/** @throws AppError 404 */
const getProfile = async (db: UserDb, id: number): Promise<BusinessProfile> => {
  const profile = await readProfile(db)
  if (profile?.id !== id) throw notFound('Business profile')
  return profile
}

/** Prefers the remaining provider. Repeating it changes nothing. @throws AppError 404 */
const disconnectProvider = async (
  keys: PaymentKeys,
  db: UserDb,
  id: number,
  { provider, from }: { provider: ProviderName; from: RequestSource },
): Promise<BusinessProfile> => {
  await db.orm.select({ id: table.id }).from(table).where(eq(table.userId, db.userId)).for('update')
  const profile = await getProfile(db, id)
  if (!hasKey(profile, provider)) return profile
  const clearedKey = provider === 'stripe' ? { stripePublishableKey: null } : { paypalClientId: null }
  const preferredPaymentMethod = toPreferredMethod({
    stripe: provider !== 'stripe' && profile.stripeAccountStatus !== 'not_connected',
    paypal: provider !== 'paypal' && profile.paypalAccountStatus !== 'not_connected',
  })
  const values = { ...clearedKey, preferredPaymentMethod }
  await updateVersioned(db, table, 'Business profile', { id, version: undefined, values }, () => readProfile(db))
  await keys.forget(db, provider)
  await recordSecurityEvent(db, { kind: 'payment_keys_removed', ...from, detail: { provider } })
  const after = await getProfile(db, id)
  recordEvent(db, { type: 'profile', id }, 'edited', listProfileChanges(profile, after, { submitted: {}, nameRate: () => null }))
  return after
}

type CurrentProfile = BusinessProfile | null

const businessProfileRoutes = (services: Services) => {
  const keys = createPaymentKeys(services)
  const preview = createPreview(services)

  /** Only for a save that is not going to be refused, because it calls the providers and may close payment pages. */
  const saveWithKeys = async <T>(
    { user, from: source }: { user: Caller; from: RequestSource },
    input: BusinessProfileInput,
    willSave: (current: CurrentProfile) => boolean,
    save: (saveKeys: SaveKeys) => Promise<T>,
  ) => {
    const submitted = getSubmittedKeys(input)
    const current = await user.tx(readProfile)
    const sandboxEnds = input.paymentSandbox === false && current?.paymentSandbox !== false
    const isChange = Object.keys(submitted).length > 0 || sandboxEnds
    if (!isChange || !willSave(current)) return save(async () => undefined)
    return keys.changeKeys(user.id, { given: submitted, sandboxEnds }, (saveKeys) =>
      save(async (db) => {
        await saveKeys(db)
        for (const provider of listChangedProviders(submitted, current))
          await recordSecurityEvent(db, { kind: 'payment_keys_saved', ...source, detail: { provider } })
      }),
    )
  }

  return [
    route(businessProfileApi.read, ({ user }) =>
      user.tx(async (db) => {
        await keys.look(db)
        return readProfile(db)
      }),
    ),
    route(businessProfileApi.history, ({ user }) =>
      user.tx(async (db) => {
        const profile = await readProfile(db)
        return profile ? readHistory(db, { type: 'profile', id: profile.id }) : []
      }),
    ),
    idempotentRoute(businessProfileApi.create, ({ user, source, body, idempotent }) =>
      saveWithKeys(
        { user, from: source },
        body,
        (current) => current === null,
        (saveKeys) => user.tx((db) => idempotent(db, () => createProfile(saveKeys, db, body))),
      ),
    ),
    idempotentRoute(businessProfileApi.update, ({ user, source, params: { id }, body, idempotent }) =>
      saveWithKeys(
        { user, from: source },
        body,
        (current) => current?.id === id && (body.version ?? current.version) === current.version,
        (saveKeys) => user.tx((db) => idempotent(db, () => updateProfile(saveKeys, db, id, body))),
      ),
    ),
    idempotentRoute(businessProfileApi.disconnect, async ({ user, source, params: { id }, body: { provider }, idempotent }) => {
      await user.tx((db) => getProfile(db, id))
      return keys.removeKeys(user.id, provider, () =>
        user.tx((db) => idempotent(db, () => disconnectProvider(keys, db, id, { provider, from: source }))),
      )
    }),
    route(businessProfileApi.preview, ({ user, body, today }) => preview(user, body, today)),
  ]
}

export const businessProfileModule: Module = (services) => ({
  routes: [...businessProfileRoutes(services), ...bankAccountRoutes(services), ...logoRoutes(services)],
  runners: [logoSweepRunner(services), keyCheckRunner(services)],
})
