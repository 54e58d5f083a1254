import { drawQrCode } from '#server/platform/text/qr-code.ts'

/** Longer URLs would need modules that are too small for a phone's camera at the printed size. */
const maxScannableBytes = 220

const cache = new Map<string, string | null>()
/** Drawing takes a millisecond, and each document asks twice: for its cache key and for its content. */
const maxCached = 100

/** Null when the text is empty or too long to be scanned from paper. */
export const drawPrintedQrCode = (text: string): string | null => {
  const cached = cache.get(text)
  if (cached !== undefined) return cached
  const [oldest] = cache.keys()
  if (oldest !== undefined && cache.size >= maxCached) cache.delete(oldest)
  const svg = text === '' || Buffer.byteLength(text) > maxScannableBytes ? null : drawQrCode(text)
  cache.set(text, svg)
  return svg
}
