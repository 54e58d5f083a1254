import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { readPlanted } from './planted.ts'

// Loaded before the product, which is then read with the edits.

const sources = readPlanted()

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const source = url.startsWith('file:') ? sources.get(fileURLToPath(url)) : undefined
    return source === undefined ? loaded : { ...loaded, source }
  },
})
