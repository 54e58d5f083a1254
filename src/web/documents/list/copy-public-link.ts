import { copyText } from '#web/lib/clipboard.ts'
import { toast } from '#web/lib/toast.ts'

/** Shows the link where the clipboard is not available. @param what 'Estimate' */
export const copyPublicLink = async (what: string, publicUrl: string): Promise<void> =>
  toast({ title: (await copyText(publicUrl)) ? 'Link Copied' : `Link to the ${what}`, description: publicUrl })
