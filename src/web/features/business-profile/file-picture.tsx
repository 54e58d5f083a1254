import { type RefCallback, useEffect, useState } from 'react'

/** Twice as high as it is shown, for fine screens. */
const drawnHeight = 176

/** The file as a picture, as far as this browser can read it: undefined until then. Needs no address that somebody could ask for. */
export const useFilePicture = (file: File | undefined): ImageBitmap | undefined => {
  const [read, setRead] = useState<{ file: File; bitmap: ImageBitmap }>()
  useEffect(() => {
    let wanted = true
    if (file)
      createImageBitmap(file, { resizeHeight: drawnHeight, resizeQuality: 'high' }).then(
        (bitmap) => wanted && setRead({ file, bitmap }),
        // What can't be read here isn't shown; the server says what it is.
        () => {},
      )
    return () => {
      wanted = false
    }
  }, [file])
  return read && read.file === file ? read.bitmap : undefined
}

export const FilePicture = ({ bitmap, className }: { bitmap: ImageBitmap; className: string }) => {
  const draw: RefCallback<HTMLCanvasElement> = (canvas) => canvas?.getContext('2d')?.drawImage(bitmap, 0, 0)
  return <canvas ref={draw} width={bitmap.width} height={bitmap.height} className={className} aria-hidden />
}
