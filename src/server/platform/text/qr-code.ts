import { encode } from 'uqr'

/** Rows of dark (true) and light modules, without quiet zone. */
export const encodeQrModules = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 0 }).data

/** The Swiss cross has 7 of the 46 mm of the code: a light border, a dark square of 6 mm, and in it the cross. */
const drawSwissCross = (size: number): string => {
  const center = (width: number, height: number, color: string) => {
    const [w, h] = [(width * size) / 46, (height * size) / 46].map((side) => Number(side.toFixed(3))) as [number, number]
    return `<rect x="${(size - w) / 2}" y="${(size - h) / 2}" width="${w}" height="${h}" fill="${color}"/>`
  }
  return center(7, 7, '#fff') + center(6, 6, '#000') + center(3.89, 1.17, '#fff') + center(1.17, 3.89, '#fff')
}

export const drawSwissQrCode = (text: string): string => drawQrCode(text, drawSwissCross)

/**
 * One unit per module. All runs of dark modules are one path, because separate shapes would show hairlines between them.
 * @param drawOver shapes above the modules, of their number a side
 */
export const drawQrCode = (text: string, drawOver?: (size: number) => string): string => {
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
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}"><path d="${path}"/>${drawOver?.(size) ?? ''}</svg>`
}
