import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { shellPath } from '#shared/service-worker.ts'
import { preloadFirstPage, Root } from './app/root.tsx'
import { platform } from './lib/native/platform.ts'
import { captureInstallPrompt } from './lib/offline/install-prompt.ts'
import { finishPendingSignOut } from './lib/session/pending-sign-out.ts'

const start = () => {
  import('./app/device/device.ts').then(
    ({ startDevice }) => startDevice(),
    // The app works without it; the next page load tries again.
    () => {},
  )
}

const isPhoneBrowser = () => document.documentElement.dataset.signedIn !== 'no' && matchMedia('(pointer: coarse)').matches

const loadDevice = (): void => {
  if (platform !== 'web' || (isPhoneBrowser() && document.readyState === 'complete')) start()
  else if (isPhoneBrowser()) window.addEventListener('load', start, { once: true })
}

// Radix dialogs insert a style element while they are open. The page's nonce makes the content security policy accept it.
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
if (nonce) setNonce(nonce)
// The path for which the server sent this document's content security policy. Client-side navigation changes the address, not the policy.
const root = document.documentElement
root.dataset.loadedAt = root.dataset.signedIn ? location.pathname : shellPath
captureInstallPrompt()
loadDevice()
void finishPendingSignOut()

void preloadFirstPage().then(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  ),
)
