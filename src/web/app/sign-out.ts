import type { CurrentUser } from '#shared/api/auth.ts'
import { forgetDrafts } from '../lib/local-drafts.ts'
import { forgetSeen } from '../lib/offline/forget-seen.ts'
import { signOutAtServer } from '../lib/offline/sign-out-later.ts'
import { queryClient } from '../lib/query-client.ts'
import { giveUpUnsaved } from '../lib/unsaved.ts'
import { confirmed } from '../ui/confirm.tsx'

/**
 * Ends the session, and with it what was half typed or kept in this browser; asks first where a page has something unsaved. The browser goes to the landing page even when the call fails:
 * staying would look as if nothing had happened.
 */
export const signOut = async (): Promise<void> => {
  if (!giveUpUnsaved(confirmed)) return
  const userId = queryClient.getQueryData<CurrentUser>(['/api/auth/user'])?.id
  forgetDrafts(userId)
  await signOutAtServer()
  await forgetSeen()
  // An open form keeps its text a last time when its page is left; this comes after it.
  window.addEventListener('pagehide', () => forgetDrafts(userId), { once: true })
  location.assign('/')
}
