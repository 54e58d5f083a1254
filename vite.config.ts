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
import { stripDocs } from './scripts/build/strip-docs.ts'

export default defineConfig({
  // The last packs what the others made.
  plugins: [
    react(),
    tailwindcss(),
    customerTexts(),
    stripDocs(),
    earlyScript(),
    preloadManifest(),
    prerenderLanding(),
    serviceWorker(),
    compress(),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  publicDir: 'public',
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      // What each page of the app has loaded by then needs no name in each file that loads another one.
      resolveDependencies: (_file, dependencies, { hostId }) =>
        hostId.includes('index-')
          ? dependencies
          : dependencies.filter((each) => !/\/(react|rolldown-runtime|index|main)-[\w-]{8}\./.test(each)),
    },
    rolldownOptions: { output: { codeSplitting: chunks() } },
  },
})
