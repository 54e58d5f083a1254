import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { shellPath } from '#shared/service-worker.ts'
import { loadDevice } from './app/device/load-device.ts'
import { preloadFirstPage, Root } from './app/root.tsx'
import { captureInstallPrompt } from './lib/offline/install-prompt.ts'
import { finishPendingSignOut } from './lib/session/pending-sign-out.ts'

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
