import { Image, ImageOff, ImageUp } from 'lucide-react'
import { type RefCallback, useEffect, useState } from 'react'
import { cx } from '#web/ui/cx.ts'

/** Twice the displayed height, for high-density screens. */
const drawnHeight = 176

/** Undefined until it is decoded, if this browser can. Creates no URL. */
const useFilePicture = (file: File | undefined): ImageBitmap | undefined => {
  const [read, setRead] = useState<{ file: File; bitmap: ImageBitmap }>()
  useEffect(() => {
    let isCurrent = true
    if (file)
      createImageBitmap(file, { resizeHeight: drawnHeight, resizeQuality: 'high' }).then(
        (bitmap) => isCurrent && setRead({ file, bitmap }),
        // A file that can't be decoded here isn't shown; the server reports why.
        () => {},
      )
    return () => {
      isCurrent = false
    }
  }, [file])
  return read && read.file === file ? read.bitmap : undefined
}

const FilePicture = ({ bitmap, className }: { bitmap: ImageBitmap; className: string }) => {
  const draw: RefCallback<HTMLCanvasElement> = (canvas) => canvas?.getContext('2d')?.drawImage(bitmap, 0, 0)
  return <canvas ref={draw} width={bitmap.width} height={bitmap.height} className={className} aria-hidden />
}

type Props = {
  picture: string | null
  sending: File | undefined
  alt: string
  isOver: boolean
  /** Of the file input that a click opens. */
  pickerId: string
  onDrawn: (picture: HTMLImageElement) => void
}

const checkered = 'bg-[repeating-conic-gradient(#c6ccd1_0_25%,#b7bec4_0_50%)] bg-size-[16px_16px]'
const size = 'max-h-22 max-w-full object-contain'

/** On a checkered background, on which white logos are visible as well as dark ones. */
export const LogoPreview = ({ picture, sending, alt, isOver, pickerId, onDrawn }: Props) => {
  const uploading = useFilePicture(sending)
  const [broken, setBroken] = useState<string>()
  const isBroken = !sending && picture !== null && picture === broken
  const hasPicture = sending ? uploading !== undefined : picture !== null && !isBroken
  return (
    // A label of the file input, so a click opens the file picker. The button beside it does the same by keyboard.
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
      ) : uploading ? (
        <FilePicture bitmap={uploading} className={cx(size, 'opacity-50')} />
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
