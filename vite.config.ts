import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Packs the files once at build time, from disk: earlier hooks still see placeholders that Vite replaces last. */
const compressed = (): Plugin => ({
  name: 'compress-assets',
  apply: 'build',
  writeBundle: ({ dir = 'dist' }) => {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|svg|json|webmanifest)$/.test(name)) continue
      const bytes = readFileSync(join(dir, name))
      if (bytes.length < 1024) continue
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
})

export default defineConfig({
  plugins: [react(), tailwindcss(), compressed()],
  html: { cspNonce: '__CSP_NONCE__' },
  publicDir: 'public',
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, sourcemap: false },
})
