import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { shellPath } from '#shared/service-worker.ts'
import { loadDevice } from './app/device/load-device.ts'
import { preloadFirstPage, Root } from './app/root.tsx'
import { captureInstallPrompt } from './lib/offline/install-prompt.ts'
import { finishPendingSignOut } from './lib/session/pending-sign-out.ts'

// Dialogs add a style element while they are open; with the page's nonce the content policy lets it in.
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
if (nonce) setNonce(nonce)
// Which page the server gave this document's policy for; the address moves on inside the app.
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
