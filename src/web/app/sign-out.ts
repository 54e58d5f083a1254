import type { CurrentUser } from '#shared/api/auth.ts'
import { forgetDrafts } from '../lib/local-drafts.ts'
import { queryClient } from '../lib/query-client.ts'
import { giveUpUnsaved } from '../lib/unsaved.ts'
import { confirmed } from '../ui/confirm.tsx'

/**
 * Ends the session, and with it what was half typed in this browser; asks first where a page has something unsaved. The browser goes to the landing page even when the call fails:
 * staying would look as if nothing had happened.
 */
export const signOut = async (): Promise<void> => {
  if (!giveUpUnsaved(confirmed)) return
  const userId = queryClient.getQueryData<CurrentUser>(['/api/auth/user'])?.id
  forgetDrafts(userId)
  try {
    await fetch('/api/logout', { redirect: 'manual', credentials: 'include' })
  } catch {
    // The next page load tells who is signed in.
  }
  // An open form keeps its text a last time when its page is left; this comes after it.
  window.addEventListener('pagehide', () => forgetDrafts(userId), { once: true })
  location.assign('/')
}
