import { encode } from 'uqr'

/** A QR code to scan from a screen: an SVG, one unit a module, black on nothing and without a quiet zone. Runs of modules are one shape, so that no hairlines show. */
export const drawSetupQr = (text: string): string => {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const runs = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return []
      const end = row.indexOf(false, x)
      const width = (end === -1 ? size : end) - x
      return [`M${x} ${y}h${width}v1h-${width}z`]
    }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}"><path d="${runs.join('')}"/></svg>`
}
