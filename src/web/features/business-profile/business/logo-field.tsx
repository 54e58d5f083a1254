import { Camera, Image, ImageOff, ImageUp } from 'lucide-react'
import { type RefCallback, useEffect, useId, useState } from 'react'
import { businessProfileEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import { imageFileLabel, imageFileTypes, maxUploadBytes } from '#shared/uploads.ts'
import { readPixels } from '#web/features/business-profile/form/read-pixels.ts'
import { call } from '#web/lib/api/client.ts'
import { formatFileSize } from '#web/lib/format/file-size.ts'
import { toast } from '#web/lib/toast.ts'
import { useUpload } from '#web/lib/uploads/use-upload.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { UploadField } from '#web/ui/upload/upload-field.tsx'
import { UploadProgress } from '#web/ui/upload/upload-progress.tsx'

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

type PreviewProps = {
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
const LogoPreview = ({ picture, sending, alt, isOver, pickerId, onDrawn }: PreviewProps) => {
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

/** Browsers don't know every file's type; then its name decides. */
const isImage = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  type ? imageFileTypes.some((known) => known === type) : /\.(png|jpe?g|webp|gif|avif)$/i.test(name)

/** The server checks the content, too. */
export const logoRefusal = (files: readonly Pick<File, 'name' | 'type' | 'size'>[]): string | undefined => {
  if (files.length > 1) return 'Choose one image for the logo.'
  for (const file of files) {
    if (!isImage(file)) return `${file.name} can't be the logo: only ${imageFileLabel} can.`
    if (file.size > maxUploadBytes) return `${file.name} is ${formatFileSize(file.size)}. A logo can be at most 5 MB.`
  }
  return undefined
}

/** The least darkness relative to white, from 0 to 1, at which a pixel is visible. */
const minDarkness = 0.12
/** The share of visible pixels below which an image is practically invisible. */
const minVisibleShare = 0.005

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
const isPaleImage = (picture: HTMLImageElement): boolean => {
  const pixels = readPixels(picture)
  return pixels !== undefined && isPale(pixels)
}

/** @param onTaken receives the path to save in the profile */
const useLogo = (onTaken: (path: string) => void) =>
  useUpload({
    imagesOnly: true,
    validate: logoRefusal,
    attach: async (logoURL, _file, signal) => (await call(businessProfileEndpoints.logo, { body: { logoURL }, signal })).objectPath,
    onAttached: (path) => {
      onTaken(path)
      toast({ title: 'Success', description: 'Logo uploaded successfully' })
    },
    onFailed: () => toast({ title: 'Error', description: 'Failed to upload logo', variant: 'destructive' }),
  })

type Props = {
  value: string | null
  onChange: (path: string | null) => void
  businessName: string
}

/** Uploaded at once, but saved with the surrounding form. */
export const LogoField = ({ value, onChange, businessName }: Props) => {
  const hint = useId()
  const upload = useLogo(onChange)
  const { sending } = upload
  const [pale, setPale] = useState<string | null>(null)
  const isPale = value !== null && value === pale
  return (
    <UploadField
      legend="Logo"
      accept={imageFileTypes}
      upload={upload}
      shows={sending ? 'sending' : value ? 'logo' : 'empty'}
      takesDrops={!sending}
      status={value ? 'There is a logo' : ''}
    >
      {({ choose, takePhoto, isOver, pickerId }) => (
        <div className="flex min-w-0 flex-col gap-3 sm:flex-row sm:items-center sm:gap-4">
          <LogoPreview
            picture={value}
            sending={sending?.file}
            alt={businessName ? `Logo of ${businessName}` : 'Logo'}
            isOver={isOver}
            pickerId={pickerId}
            onDrawn={(drawn) => setPale(isPaleImage(drawn) ? value : null)}
          />
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
            {sending ? (
              <UploadProgress {...sending} />
            ) : (
              <>
                <span className="flex flex-wrap gap-2">
                  <Button variant="secondary" size="sm" onClick={choose} aria-describedby={hint}>
                    <ImageUp />
                    {value ? 'Replace' : 'Upload'}
                  </Button>
                  {takePhoto && (
                    <Button variant="secondary" size="sm" onClick={takePhoto}>
                      <Camera />
                      Take a photo
                    </Button>
                  )}
                  {value && (
                    <Button variant="ghost" size="sm" onClick={() => onChange(null)} aria-label="Remove the logo">
                      Remove
                    </Button>
                  )}
                </span>
                <p id={hint} className="w-full min-w-0 text-[0.8125rem] text-muted">
                  PNG, JPEG, WebP, GIF or AVIF, up to 5 MB<span className="pointer-coarse:hidden">. Or drop it here.</span>
                </p>
                {isPale && (
                  <p role="status" className="w-full min-w-0 text-[0.8125rem] text-warn">
                    This logo is very light and hard to see on white.
                  </p>
                )}
              </>
            )}
          </div>
        </div>
      )}
    </UploadField>
  )
}
