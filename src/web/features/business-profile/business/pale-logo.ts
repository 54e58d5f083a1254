/** The least darkness relative to white, from 0 to 1, at which a pixel is visible. */
const minDarkness = 0.12
/** The share of visible pixels below which an image is practically invisible. */
const minVisibleShare = 0.005
const side = 128

/** White, pale yellow or transparent. @param pixels red, green, blue and alpha of each pixel, 0 to 255 */
export const isPale = (pixels: ArrayLike<number>): boolean => {
  let seen = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const luma = (0.2126 * pixels[at]! + 0.7152 * pixels[at + 1]! + 0.0722 * pixels[at + 2]!) / 255
    if ((1 - luma) * (pixels[at + 3]! / 255) >= minDarkness) seen++
  }
  return seen < (pixels.length / 4) * minVisibleShare
}

/** An image that can't be read counts as visible. */
export const isPaleImage = (picture: HTMLImageElement): boolean => {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const drawing = canvas.getContext('2d')
  if (!drawing) return false
  drawing.drawImage(picture, 0, 0, side, side)
  return isPale(drawing.getImageData(0, 0, side, side).data)
}
