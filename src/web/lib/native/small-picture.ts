const longestEdgePixels = 2400
/** Below this a picture is sent as it is. */
const smallBytes = 1_500_000
const quality = 0.85

const drawn = async (picture: ImageBitmap): Promise<Blob> => {
  const scale = Math.min(1, longestEdgePixels / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

/** A camera's picture, made small enough to be sent over a phone's connection; as it came where that isn't needed or can't be done. */
export const shrinkPicture = async (file: File): Promise<File> => {
  if (file.size <= smallBytes) return file
  try {
    const picture = await createImageBitmap(file)
    const small = await drawn(picture)
    picture.close()
    return small.size < file.size ? new File([small], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file
  } catch {
    return file
  }
}
