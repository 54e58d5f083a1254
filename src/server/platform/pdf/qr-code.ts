import { encode } from 'uqr'

/** Longer addresses would need modules too small for a phone's camera at the size at which they are printed. */
const longestScannable = 220

/** What a QR code says, as rows of dark (true) and light modules, without its quiet zone; null when it would be too dense to scan. */
export const encodeQrModules = (text: string): boolean[][] | null =>
  text === '' || Buffer.byteLength(text) > longestScannable ? null : encode(text, { ecc: 'M', border: 0 }).data

/** Runs of dark modules, one rectangle each, in a single shape: separate ones would show hairlines between them. */
const outline = (modules: boolean[][]) => {
  let path = ''
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      const start = x
      while (row[x]) x += 1
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`
    }
  }
  return path
}

const drawn = new Map<string, string | null>()
/** One takes a millisecond, and a document asks twice: for its key and for its bytes. */
const mostKept = 100

/** The QR code as a vector drawing, one unit a module, black on nothing; null when the text is too long for one that scans. */
export const drawQrCode = (text: string): string | null => {
  const known = drawn.get(text)
  if (known !== undefined) return known
  const [oldest] = drawn.keys()
  if (oldest !== undefined && drawn.size >= mostKept) drawn.delete(oldest)
  const svg = drawAnew(text)
  drawn.set(text, svg)
  return svg
}

const drawAnew = (text: string): string | null => {
  const modules = encodeQrModules(text)
  if (modules === null) return null
  const side = modules.length
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}"><path d="${outline(modules)}"/></svg>`
}
