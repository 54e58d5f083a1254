import type { CurrentUser } from '#shared/api/auth.ts'
import { clearDrafts } from '../lib/local-drafts.ts'
import { clearOfflineCache } from '../lib/offline/forget-seen.ts'
import { endServerSession } from '../lib/offline/sign-out-later.ts'
import { queryClient } from '../lib/query-client.ts'
import { discardUnsavedChanges } from '../lib/unsaved.ts'
import { confirmAction } from '../ui/confirm.tsx'

/**
 * Ends the session, and with it what was half typed or kept in this browser; asks first where a page has something unsaved. The browser goes to the landing page even when the call fails:
 * staying would look as if nothing had happened.
 */
export const signOut = async (): Promise<void> => {
  if (!discardUnsavedChanges(confirmAction)) return
  const userId = queryClient.getQueryData<CurrentUser>(['/api/auth/user'])?.id
  clearDrafts(userId)
  await endServerSession()
  await clearOfflineCache()
  // An open form keeps its text a last time when its page is left; this comes after it.
  window.addEventListener('pagehide', () => clearDrafts(userId), { once: true })
  location.assign('/')
}
