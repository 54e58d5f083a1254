import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Compresses the files at build time, from disk, because in earlier hooks they still contain placeholders that Vite replaces last. */
export const compress = (): Plugin => ({
  name: 'compress-assets',
  apply: 'build',
  writeBundle: {
    sequential: true,
    order: 'post',
    handler: ({ dir = 'dist' }) => {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|svg|json|webmanifest)$/.test(name)) continue
        const bytes = readFileSync(join(dir, name))
        if (bytes.length < 1024) continue
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  },
})
