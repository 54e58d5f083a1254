import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { shellPath } from '#shared/offline.ts'
import { joinDevice } from './app/device/start.ts'
import { readyToStart, Start } from './app/start.tsx'
import { keepInstallOffer } from './lib/offline/install.ts'
import { finishSigningOut } from './lib/offline/sign-out-later.ts'

// Dialogs add a style element while they are open; with the page's nonce the content policy lets it in.
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
if (nonce) setNonce(nonce)
// Which page the server gave this document's policy for; the address moves on inside the app.
const root = document.documentElement
root.dataset.loadedAt = root.dataset.signedIn ? location.pathname : shellPath
keepInstallOffer()
joinDevice()
void finishSigningOut()

void readyToStart().then(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Start />
    </StrictMode>,
  ),
)
