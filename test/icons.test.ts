import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { icoHeaderBytes, images } from '../scripts/icons/images.ts'

const root = join(import.meta.dirname, '..')
const getPng = (file: Buffer) => (file.readUInt32LE(0) === 0x10000 ? file.subarray(icoHeaderBytes) : file)
const pixels = (file: Buffer) => sharp(getPng(file)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

/** The largest difference of two images in one channel of one pixel, from 0 to 255; 255 for another size. */
const distance = async (one: Buffer, other: Buffer): Promise<number> => {
  const [a, b] = await Promise.all([pixels(one), pixels(other)])
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return 255
  let most = 0
  for (let i = 0; i < a.data.length; i++) most = Math.max(most, Math.abs(a.data[i]! - b.data[i]!))
  return most
}

// Processors may round the edge of a shape differently.
const sameDespiteRounding = 4

test.each(images)('$path is drawn from public/favicon.svg; if it isn’t, run node scripts/icons.ts', async ({ path, draw }) => {
  expect(await distance(readFileSync(join(root, path)), await draw())).toBeLessThanOrEqual(sameDespiteRounding)
})

test('the colors in the native projects are those of the icon and of the pages', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const tile = /<rect [^>]*fill="(#[0-9a-f]{6})"/.exec(read('public/favicon.svg'))![1]!
  const [, light, dark] = /--canvas: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/.exec(read('src/web/tokens.css'))!
  const android = 'native/android/app/src/main/res'
  expect(read(`${android}/values/ic_launcher_background.xml`).toLowerCase()).toContain(`>${tile}<`)
  expect(read(`${android}/values/colors.xml`)).toContain(`<color name="launch">${light}</color>`)
  expect(read(`${android}/values-night/colors.xml`)).toContain(`<color name="launch">${dark}</color>`)
  const drawn = read('scripts/icons/images.ts')
  expect(drawn).toContain(`launch('${light}')`)
  expect(drawn).toContain(`launch('${dark}')`)
})
