import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './scripts/build/compressed.ts'
import { serviceWorker } from './scripts/build/service-worker.ts'

export default defineConfig({
  // The last packs what the others made.
  plugins: [react(), tailwindcss(), serviceWorker(), compressed()],
  html: { cspNonce: '__CSP_NONCE__' },
  publicDir: 'public',
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, sourcemap: false },
})
