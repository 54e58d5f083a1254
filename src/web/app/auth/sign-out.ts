import type { CurrentUser } from '#shared/contract/auth.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { clearDrafts } from '#web/lib/drafts/local-drafts.ts'
import { discardUnsavedChanges } from '#web/lib/drafts/unsaved-changes.ts'
import { clearOfflineCache } from '#web/lib/offline/clear-cache.ts'
import { endServerSession } from '#web/lib/session/pending-sign-out.ts'
import { confirmDiscard } from '#web/ui/confirm.ts'

/** Goes to the landing page even when the call fails: the user must not be left on a page that looks signed in. */
export const signOut = async (): Promise<void> => {
  if (!(await discardUnsavedChanges(confirmDiscard))) return
  const userId = queryClient.getQueryData<CurrentUser>([apiPaths.currentUser])?.id
  clearDrafts(userId)
  await endServerSession()
  await clearOfflineCache()
  // An open form stores its draft once more on `pagehide`; this listener runs after it.
  window.addEventListener('pagehide', () => clearDrafts(userId), { once: true })
  location.assign('/')
}
