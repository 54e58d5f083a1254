import { isAccountDeleted } from '#web/lib/account-deleted.ts'
import { finishPendingSignOut } from '#web/lib/session/pending-sign-out.ts'

/** For the finished page that the server sends to visitors, without the app. */
export const startLanding = (): void => {
  void finishPendingSignOut()
  document.getElementById('account-deleted')?.toggleAttribute('hidden', !isAccountDeleted(location.search))
  for (const form of document.forms)
    form.addEventListener('submit', () => {
      const button = form.querySelector('button')
      if (!button) return
      button.textContent = 'Opening the demo…'
      button.setAttribute('aria-disabled', 'true')
    })
}
