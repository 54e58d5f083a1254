const side = 128

/** Red, green, blue and alpha of each pixel, 0 to 255; undefined where the browser can't draw it. */
export const readPixels = (picture: HTMLImageElement): Uint8ClampedArray | undefined => {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const drawing = canvas.getContext('2d')
  drawing?.drawImage(picture, 0, 0, side, side)
  return drawing?.getImageData(0, 0, side, side).data
}
