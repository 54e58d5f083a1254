import { createPaymentKeys } from '#server/domain/payments/keys/keys.ts'
import { keyCheckRunner } from '#server/domain/payments/keys/recheck.job.ts'
import type { Module, Services } from '#server/domain/services.ts'
import { recordSecurityEvent } from '#server/platform/auth/users/security-events.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { type Caller, idempotentRoute, route } from '#server/platform/http/route.ts'
import { readHistory } from '#server/platform/records/event-log.ts'
import { type BusinessProfile, type BusinessProfileInput, businessProfileApi } from '#shared/contract/business-profile.ts'
import { disconnectProvider, getProfile } from './disconnect-provider.ts'
import { logoSweepRunner } from './logo/logo-files.ts'
import { logoRoutes } from './logo/routes.ts'
import { createPreview } from './preview.ts'
import { readProfile } from './read-profile.ts'
import { createProfile, getSubmittedKeys, listChangedProviders, type SaveKeys, updateProfile } from './save-profile.ts'

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
  routes: [...businessProfileRoutes(services), ...logoRoutes(services)],
  runners: [logoSweepRunner(services), keyCheckRunner(services)],
})
