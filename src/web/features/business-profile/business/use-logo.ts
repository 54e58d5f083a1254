import { businessProfileEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import { imageFileLabel, imageFileTypes, maxUploadBytes } from '#shared/uploads.ts'
import { call } from '#web/lib/api/client.ts'
import { formatFileSize } from '#web/lib/format/file-size.ts'
import { toast } from '#web/lib/toast.ts'
import { useUpload } from '#web/lib/uploads/use-upload.ts'

/** Browsers don't know the kind of every file; then its name tells. */
const isImage = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  type ? imageFileTypes.some((known) => known === type) : /\.(png|jpe?g|webp|gif|avif)$/i.test(name)

/** Why files needn't be sent at all, in a sentence; the server looks closer. */
export const logoRefusal = (files: readonly Pick<File, 'name' | 'type' | 'size'>[]): string | undefined => {
  if (files.length > 1) return 'A business has one logo. Choose one image.'
  for (const file of files) {
    if (!isImage(file)) return `${file.name} can't be the logo: only ${imageFileLabel} can.`
    if (file.size > maxUploadBytes)
      return `${file.name} has ${formatFileSize(file.size)}; a logo can have at most 5 MB. Make it smaller, then try again.`
  }
  return undefined
}

/** Uploads an image as a logo, and says how that ended. @param onTaken gets the path by which a profile names it */
export const useLogo = (onTaken: (path: string) => void) =>
  useUpload({
    imagesOnly: true,
    refusalOf: logoRefusal,
    take: async (logoURL, _file, signal) => (await call(businessProfileEndpoints.logo, { body: { logoURL }, signal })).objectPath,
    onTaken: (path) => {
      onTaken(path)
      toast({ title: 'Success', description: 'Logo uploaded successfully' })
    },
    onFailed: () => toast({ title: 'Error', description: 'Failed to upload logo', variant: 'destructive' }),
  })
