import type { CameFrom } from '#server/platform/http/came-from.ts'
import { type Caller, change, route } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import { recordSecurityEvent } from '#server/platform/security-events.ts'
import { type BusinessProfile, type BusinessProfileInput, businessProfileApi } from '#shared/api/business-profile.ts'
import { disconnect, ownProfile } from './disconnect.ts'
import type { KeepKeys, PaymentKeys } from './payment-keys.ts'
import { previewer } from './preview.ts'
import { readProfile } from './record.ts'
import { createProfile, givenKeys, newKeysOf, updateProfile } from './save.ts'

type Present = BusinessProfile | null
type Deps = { keys: PaymentKeys; pdf: PdfRenderer; now: () => Date }

export const businessProfileRoutes = (deps: Deps) => {
  const preview = previewer(deps)

  /** Only around a save that isn't refused anyway: it asks providers, and may close payment pages. */
  const giving = async <T>(
    { user, from }: { user: Caller; from: CameFrom },
    input: BusinessProfileInput,
    isDue: (present: Present) => boolean,
    save: (keep: KeepKeys) => Promise<T>,
  ) => {
    const given = givenKeys(input)
    const present = await user.tx(readProfile)
    const sandboxEnds = input.paymentSandbox === false && present?.paymentSandbox !== false
    const isChange = Object.keys(given).length > 0 || sandboxEnds
    if (!isChange || !isDue(present)) return save(async () => undefined)
    return deps.keys.whileGiving(user.id, { given, sandboxEnds }, (keep) =>
      save(async (db) => {
        await keep(db)
        for (const provider of newKeysOf(given, present))
          await recordSecurityEvent(db, { kind: 'payment_keys_saved', ...from, detail: { provider } })
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
    change(businessProfileApi.create, ({ user, from, body, once }) =>
      giving(
        { user, from },
        body,
        (present) => present === null,
        (keep) => user.tx((db) => once(db, () => createProfile(keep, db, body))),
      ),
    ),
    change(businessProfileApi.update, ({ user, from, params: { id }, body, once }) =>
      giving(
        { user, from },
        body,
        (present) => present?.id === id && (body.version ?? present.version) === present.version,
        (keep) => user.tx((db) => once(db, () => updateProfile(keep, db, id, body))),
      ),
    ),
    change(businessProfileApi.disconnect, async ({ user, from, params: { id }, body: { provider }, once }) => {
      await user.tx((db) => ownProfile(db, id))
      return deps.keys.whileForgetting(user.id, provider, () =>
        user.tx((db) => once(db, () => disconnect(deps, db, id, { provider, from }))),
      )
    }),
    route(businessProfileApi.preview, ({ user, body, today }) => preview(user, body, today)),
  ]
}
