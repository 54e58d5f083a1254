/** How much darker than white paper a point is at least, from 0 to 1, when it can be seen there. */
const visible = 0.12
/** The share of such points without which a picture is as good as invisible. */
const fewest = 0.005
const side = 128

/** Whether hardly anything of a picture can be seen on white paper: it is white, pale yellow or transparent. @param pixels red, green, blue and opacity of each point, 0 to 255 */
export const isPale = (pixels: ArrayLike<number>): boolean => {
  let seen = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const luma = (0.2126 * pixels[at]! + 0.7152 * pixels[at + 1]! + 0.0722 * pixels[at + 2]!) / 255
    if ((1 - luma) * (pixels[at + 3]! / 255) >= visible) seen++
  }
  return seen < (pixels.length / 4) * fewest
}

/** The same of a picture that has been loaded. One that can't be read counts as visible. */
export const isPaleImage = (picture: HTMLImageElement): boolean => {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const drawing = canvas.getContext('2d')
  if (!drawing) return false
  drawing.drawImage(picture, 0, 0, side, side)
  return isPale(drawing.getImageData(0, 0, side, side).data)
}
