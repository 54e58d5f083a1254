import { recordSecurityEvent } from '#server/platform/auth/users/security-events.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { type Caller, idempotentRoute, route } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { type BusinessProfile, type BusinessProfileInput, businessProfileApi } from '#shared/contract/business-profile.ts'
import { disconnectProvider, getProfile } from './disconnect-provider.ts'
import type { PaymentKeys, SaveKeys } from './payment-keys.ts'
import { createPreview } from './preview.ts'
import { readProfile } from './read-profile.ts'
import { createProfile, getSubmittedKeys, listChangedProviders, updateProfile } from './save-profile.ts'

type Present = BusinessProfile | null
type Deps = { keys: PaymentKeys; pdf: PdfRenderer; now: () => Date }

export const businessProfileRoutes = (deps: Deps) => {
  const preview = createPreview(deps)

  /** Only around a save that isn't refused anyway: it asks providers, and may close payment pages. */
  const giving = async <T>(
    { user, from: source }: { user: Caller; from: RequestSource },
    input: BusinessProfileInput,
    isDue: (present: Present) => boolean,
    save: (keep: SaveKeys) => Promise<T>,
  ) => {
    const given = getSubmittedKeys(input)
    const present = await user.tx(readProfile)
    const sandboxEnds = input.paymentSandbox === false && present?.paymentSandbox !== false
    const isChange = Object.keys(given).length > 0 || sandboxEnds
    if (!isChange || !isDue(present)) return save(async () => undefined)
    return deps.keys.whileGiving(user.id, { given, sandboxEnds }, (keep) =>
      save(async (db) => {
        await keep(db)
        for (const provider of listChangedProviders(given, present))
          await recordSecurityEvent(db, { kind: 'payment_keys_saved', ...source, detail: { provider } })
      }),
    )
  }

  return [
    route(businessProfileApi.read, ({ user }) =>
      user.tx(async (db) => {
        await deps.keys.look(db)
        return readProfile(db)
      }),
    ),
    idempotentRoute(businessProfileApi.create, ({ user, source, body, idempotent }) =>
      giving(
        { user, from: source },
        body,
        (present) => present === null,
        (keep) => user.tx((db) => idempotent(db, () => createProfile(keep, db, body))),
      ),
    ),
    idempotentRoute(businessProfileApi.update, ({ user, source, params: { id }, body, idempotent }) =>
      giving(
        { user, from: source },
        body,
        (present) => present?.id === id && (body.version ?? present.version) === present.version,
        (keep) => user.tx((db) => idempotent(db, () => updateProfile(keep, db, id, body))),
      ),
    ),
    idempotentRoute(businessProfileApi.disconnect, async ({ user, source, params: { id }, body: { provider }, idempotent }) => {
      await user.tx((db) => getProfile(db, id))
      return deps.keys.whileForgetting(user.id, provider, () =>
        user.tx((db) => idempotent(db, () => disconnectProvider(deps, db, id, { provider, from: source }))),
      )
    }),
    route(businessProfileApi.preview, ({ user, body, today }) => preview(user, body, today)),
  ]
}
