import { encode } from 'uqr'

/** Rows of dark (true) and light modules, without quiet zone. */
export const encodeQrModules = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 0 }).data

/** One unit per module. All runs of dark modules are one path, because separate shapes would show hairlines between them. */
export const drawQrCode = (text: string): string => {
  const modules = encodeQrModules(text)
  const size = modules.length
  let path = ''
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < size; x += 1) {
      const start = x
      while (row[x]) x += 1
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}"><path d="${path}"/></svg>`
}
