import { businessProfileEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import { imageFileLabel, imageFileTypes, maxUploadBytes } from '#shared/uploads.ts'
import { call } from '#web/lib/api/client.ts'
import { formatFileSize } from '#web/lib/format/file-size.ts'
import { toast } from '#web/lib/toast.ts'
import { useUpload } from '#web/lib/uploads/use-upload.ts'

/** Browsers don't know every file's type; then its name decides. */
const isImage = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  type ? imageFileTypes.some((known) => known === type) : /\.(png|jpe?g|webp|gif|avif)$/i.test(name)

/** Why these files can't be uploaded, in a sentence. The server checks the content, too. */
export const logoRefusal = (files: readonly Pick<File, 'name' | 'type' | 'size'>[]): string | undefined => {
  if (files.length > 1) return 'Choose one image for the logo.'
  for (const file of files) {
    if (!isImage(file)) return `${file.name} can't be the logo: only ${imageFileLabel} can.`
    if (file.size > maxUploadBytes) return `${file.name} is ${formatFileSize(file.size)}. A logo can be at most 5 MB.`
  }
  return undefined
}

/** Uploads an image as the logo and shows the outcome. @param onTaken receives the path to save in the profile */
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
