import './styles.css'
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { preload } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { shellPath } from '#shared/offline.ts'
import { App } from './app/app.tsx'
import { joinDevice } from './app/device/start.ts'
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
preload(interLatin, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
