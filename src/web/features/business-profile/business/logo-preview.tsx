import { Image, ImageOff, ImageUp } from 'lucide-react'
import { type RefCallback, useEffect, useState } from 'react'
import { cx } from '#web/ui/cx.ts'

/** Twice as high as it is shown, for fine screens. */
const drawnHeight = 176

/** The file as a picture, as far as this browser can read it: undefined until then. Needs no address that somebody could ask for. */
const useFilePicture = (file: File | undefined): ImageBitmap | undefined => {
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

const FilePicture = ({ bitmap, className }: { bitmap: ImageBitmap; className: string }) => {
  const draw: RefCallback<HTMLCanvasElement> = (canvas) => canvas?.getContext('2d')?.drawImage(bitmap, 0, 0)
  return <canvas ref={draw} width={bitmap.width} height={bitmap.height} className={className} aria-hidden />
}

type Props = {
  /** The address of the logo that there is. */
  picture: string | null
  /** The one that is on its way. */
  sending: File | undefined
  alt: string
  /** A file is held over the field. */
  isOver: boolean
  /** What a click on it opens. */
  pickerId: string
  /** Told of the logo when it can be seen. */
  onDrawn: (picture: HTMLImageElement) => void
}

const checkered = 'bg-[repeating-conic-gradient(#c6ccd1_0_25%,#b7bec4_0_50%)] bg-size-[16px_16px]'
const size = 'max-h-22 max-w-full object-contain'

/** The logo on a ground on which white ones can be seen as well as dark ones. */
export const LogoPreview = ({ picture, sending, alt, isOver, pickerId, onDrawn }: Props) => {
  const coming = useFilePicture(sending)
  const [broken, setBroken] = useState<string>()
  const isBroken = !sending && picture !== null && picture === broken
  const hasPicture = sending ? coming !== undefined : picture !== null && !isBroken
  return (
    // The label of the file picker: a click on it is a click there. By keyboard the button beside it does the same.
    <label
      htmlFor={sending ? undefined : pickerId}
      className={cx(
        'grid h-28 w-full shrink-0 place-items-center overflow-hidden rounded-md border p-3 sm:w-52',
        (sending || !picture) && 'border-dashed',
        isOver ? 'border-accent bg-accent-soft text-accent' : cx('border-control text-muted', hasPicture && checkered),
        !sending && 'cursor-pointer',
      )}
    >
      {isOver ? (
        <ImageUp className="size-7" aria-hidden />
      ) : coming ? (
        <FilePicture bitmap={coming} className={cx(size, 'opacity-50')} />
      ) : isBroken ? (
        <span className="grid justify-items-center gap-1 text-[0.8125rem]">
          <ImageOff className="size-6" aria-hidden />
          The logo can't be shown
        </span>
      ) : picture && !sending ? (
        <img
          src={picture}
          alt={alt}
          onLoad={({ currentTarget }) => onDrawn(currentTarget)}
          onError={() => setBroken(picture)}
          className={size}
        />
      ) : (
        <Image className="size-7" aria-hidden />
      )}
    </label>
  )
}
