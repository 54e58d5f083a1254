import { Download, RefreshCw } from 'lucide-react'
import { useInstallPrompt } from '../lib/offline/install.ts'
import { useAppUpdate } from '../lib/offline/update.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'

const showHow = () =>
  toast({
    title: 'Install Billfold',
    description: 'Open the Share menu of your browser, then choose ‘Add to Home Screen’.',
    isAtTop: true,
  })

/** What concerns the app itself: a new version that waits, and having it on the home screen. Nothing where there is neither. */
export const AppLinks = ({ onNavigate }: { onNavigate?: (() => void) | undefined }) => {
  const update = useAppUpdate()
  const install = useInstallPrompt()
  const look = 'mt-1 w-full justify-start px-2'
  return (
    <>
      {update && (
        <Button variant="ghost" className={`${look} text-accent`} onClick={update}>
          <RefreshCw aria-hidden /> Update to the new version
        </Button>
      )}
      {install && (
        <Button
          variant="ghost"
          className={`${look} text-muted`}
          onClick={() => {
            onNavigate?.()
            if (install === 'by hand') showHow()
            else install.install()
          }}
        >
          <Download aria-hidden /> Install app
        </Button>
      )}
    </>
  )
}
