import { type MaliciousFile, patched, picture } from './bytes.ts'

/** Pictures of each format that are cut off or have a changed bit at various offsets. */
export const damaged = async (): Promise<MaliciousFile[]> => {
  const files: MaliciousFile[] = []
  for (const format of ['png', 'jpeg', 'gif', 'webp', 'avif'] as const) {
    const whole = await picture(120, 90).toFormat(format).toBuffer()
    for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const length = Math.floor(whole.length * part)
      files.push({ name: `a ${format} that ends after ${length} of ${whole.length} bytes`, bytes: whole.subarray(0, length) })
    }
    files.push({ name: `a ${format} without its last byte`, bytes: whole.subarray(0, -1) })
    for (let i = 1; i <= 8; i++) {
      const at = Math.floor((whole.length * i) / 9)
      files.push({ name: `a ${format} with a changed bit at ${at}`, bytes: patched(whole, at, Buffer.from([whole[at]! ^ (1 << (i % 8))])) })
    }
  }
  return files
}
