// Draws all icons and launch images from public/favicon.svg:
//
//   node scripts/icons.ts

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { images } from './icons/images.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

for (const { path, draw } of images) {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, await draw())
}
console.log(`${images.length} images were drawn.`)
