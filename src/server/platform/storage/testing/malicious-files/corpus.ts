import { bombs } from './bombs.ts'
import { join, type MaliciousFile, mark, picture } from './bytes.ts'
import { damaged } from './damaged.ts'
import { polyglots } from './polyglots.ts'
import { texts } from './texts.ts'

export { type MaliciousFile, mark } from './bytes.ts'

const limit = 5_242_880

/** Builds about 200 files that attack servers that accept pictures. */
export const buildMaliciousFiles = async (): Promise<MaliciousFile[]> => {
  const small = await picture().png().toBuffer()
  const filled = (size: number) => join(small, Buffer.alloc(size - small.length, mark))
  return [
    ...texts(),
    ...(await polyglots()),
    ...(await damaged()),
    ...(await bombs()),
    { name: 'a PNG of exactly 5 MB', bytes: filled(limit) },
    { name: 'a PNG of 5 MB and a byte', bytes: filled(limit + 1) },
  ]
}
