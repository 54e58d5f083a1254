import { recordSecurityEvent } from '#server/platform/auth/users/security-events.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { type Caller, idempotentRoute, route } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { readHistory } from '#server/platform/records/event-log.ts'
import { type BusinessProfile, type BusinessProfileInput, businessProfileApi } from '#shared/contract/business-profile.ts'
import { disconnectProvider, getProfile } from './disconnect-provider.ts'
import type { PaymentKeys, SaveKeys } from './payment-keys.ts'
import { createPreview } from './preview.ts'
import { readProfile } from './read-profile.ts'
import { createProfile, getSubmittedKeys, listChangedProviders, updateProfile } from './save-profile.ts'

type CurrentProfile = BusinessProfile | null
type Deps = { keys: PaymentKeys; pdf: PdfRenderer; now: () => Date }

export const businessProfileRoutes = (deps: Deps) => {
  const preview = createPreview(deps)

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
    return deps.keys.changeKeys(user.id, { given: submitted, sandboxEnds }, (saveKeys) =>
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
        await deps.keys.look(db)
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
      return deps.keys.removeKeys(user.id, provider, () =>
        user.tx((db) => idempotent(db, () => disconnectProvider(deps, db, id, { provider, from: source }))),
      )
    }),
    route(businessProfileApi.preview, ({ user, body, today }) => preview(user, body, today)),
  ]
}
