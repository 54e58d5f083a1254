import type { CurrentUser } from '#shared/contract/auth.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { clearDrafts } from '#web/lib/drafts/local-drafts.ts'
import { discardUnsavedChanges } from '#web/lib/drafts/unsaved-changes.ts'
import { clearOfflineCache } from '#web/lib/offline/clear-cache.ts'
import { endServerSession } from '#web/lib/session/pending-sign-out.ts'
import { confirmAction } from '#web/ui/confirm.ts'

/**
 * Ends the session, and with it what was half typed or kept in this browser; asks first where a page has something unsaved. The browser goes to the landing page even when the call fails:
 * staying would look as if nothing had happened.
 */
export const signOut = async (): Promise<void> => {
  if (!discardUnsavedChanges(confirmAction)) return
  const userId = queryClient.getQueryData<CurrentUser>([apiPaths.currentUser])?.id
  clearDrafts(userId)
  await endServerSession()
  await clearOfflineCache()
  // An open form keeps its text a last time when its page is left; this comes after it.
  window.addEventListener('pagehide', () => clearDrafts(userId), { once: true })
  location.assign('/')
}
