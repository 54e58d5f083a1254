import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './scripts/build/chunks.ts'
import { compress } from './scripts/build/compress.ts'
import { customerTexts } from './scripts/build/customer-texts.ts'
import { earlyScript } from './scripts/build/early-script.ts'
import { preloadManifest } from './scripts/build/preload-manifest.ts'
import { prerenderLanding } from './scripts/build/prerender-landing.ts'
import { serviceWorker } from './scripts/build/service-worker.ts'

export default defineConfig({
  // The last packs what the others made.
  plugins: [react(), tailwindcss(), customerTexts(), earlyScript(), preloadManifest(), prerenderLanding(), serviceWorker(), compress()],
  html: { cspNonce: '__CSP_NONCE__' },
  publicDir: 'public',
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: chunks() } },
  },
})
