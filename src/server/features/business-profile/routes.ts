import { once, storedAs } from '#server/platform/db/idempotency.ts'
import { type Caller, route } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import { type BusinessProfile, type BusinessProfileInput, businessProfileApi } from '#shared/api/business-profile.ts'
import { disconnect, ownProfile } from './disconnect.ts'
import type { PaymentKeys } from './payment-keys.ts'
import { previewer } from './preview.ts'
import { readProfile } from './record.ts'
import { createProfile, givenKeys, updateProfile } from './save.ts'

type Present = BusinessProfile | null
type Deps = { keys: PaymentKeys; pdf: PdfRenderer; now: () => Date }

const stored = storedAs(businessProfileApi.create.reply)

export const businessProfileRoutes = (deps: Deps) => {
  const preview = previewer(deps)

  /** Only around a save that isn't refused anyway: it may close payment pages. */
  const giving = async <T>(user: Caller, input: BusinessProfileInput, isDue: (present: Present) => boolean, save: () => Promise<T>) => {
    const given = givenKeys(input)
    const isGiven = Object.keys(given).length > 0 && isDue(await user.tx(readProfile))
    return isGiven ? deps.keys.whileGiving(user.id, given, save) : save()
  }

  return [
    route(businessProfileApi.read, ({ user }) => user.tx(readProfile)),
    route(businessProfileApi.create, ({ user, body, idempotency }) => {
      const create = () => user.tx((db) => once(db, idempotency, () => createProfile(deps, db, body), stored))
      return giving(user, body, (present) => present === null, create)
    }),
    route(businessProfileApi.update, ({ user, params: { id }, body }) => {
      const isDue = (present: Present) => present?.id === id && (body.version ?? present.version) === present.version
      return giving(user, body, isDue, () => user.tx((db) => updateProfile(deps, db, id, body)))
    }),
    route(businessProfileApi.disconnect, async ({ user, params: { id }, body: { provider } }) => {
      await user.tx((db) => ownProfile(db, id))
      return deps.keys.whileForgetting(user.id, provider, () => user.tx((db) => disconnect(deps, db, id, provider)))
    }),
    route(businessProfileApi.preview, ({ user, body, today }) => preview(user, body, today)),
  ]
}
