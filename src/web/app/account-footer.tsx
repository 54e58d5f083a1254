import { Download, LogOut, Mail, RefreshCw } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { formatPlan, trialInvoices } from '#shared/plans.ts'
import { displayName } from '#shared/user-names.ts'
import { platform } from '#web/lib/native/platform.ts'
import { useAppUpdate } from '#web/lib/offline/app-update.ts'
import { installOffer } from '#web/lib/offline/install-prompt.ts'
import { toast } from '#web/lib/toast.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { signOut } from './auth/sign-out.ts'
import { accountPage } from './routes.tsx'

const fewLeft = 2

const getHintText = ({ subscriptionStatus, trialInvoicesUsed }: CurrentUser): string | undefined => {
  if (subscriptionStatus === 'canceled') return 'Your plan has ended'
  const left = Math.max(0, trialInvoices - trialInvoicesUsed)
  if (subscriptionStatus !== 'trial' || left > fewLeft) return undefined
  return left === 0 ? 'No free invoices left' : `${left} free invoice${left === 1 ? '' : 's'} left`
}

const TrialHint = ({ user, onNavigate }: { user: CurrentUser; onNavigate?: (() => void) | undefined }) => {
  const text = getHintText(user)
  return text === undefined ? null : (
    <Link
      href="/subscribe"
      onClick={onNavigate}
      className="mx-2 mt-1.5 flex min-h-8 flex-wrap items-center justify-between gap-x-2 rounded-md bg-warn-soft px-2.5 py-1 text-[0.8125rem] text-warn pointer-coarse:min-h-11"
    >
      {text} <span className="font-medium underline underline-offset-2">Plans</span>
    </Link>
  )
}

/** iOS installs through the browser's Share menu; `standalone` says whether that was done. */
const installsByHand = () => platform === 'web' && (navigator as { standalone?: boolean }).standalone === false

/** Undefined when the app can't be installed or is installed already. */
const useInstallPrompt = (): { install: () => void } | 'by hand' | undefined => {
  const open = useSyncExternalStore(installOffer.subscribe, installOffer.read)
  if (open)
    return {
      install: () => {
        void open.prompt()
        // A prompt can be used once; the browser may send another one later.
        installOffer.set(undefined)
      },
    }
  return installsByHand() ? 'by hand' : undefined
}

const showInstallSteps = () =>
  toast({
    title: 'Install Billfold',
    description: 'Open the Share menu of your browser, then choose ‘Add to Home Screen’.',
    isAtTop: true,
  })

const AppLinks = ({ onNavigate }: { onNavigate?: (() => void) | undefined }) => {
  const update = useAppUpdate()
  const install = useInstallPrompt()
  const buttonClass = 'mt-1 w-full justify-start px-2'
  return (
    <>
      {update && (
        <Button variant="ghost" className={`${buttonClass} text-accent`} onClick={update}>
          <RefreshCw aria-hidden /> Update to the new version
        </Button>
      )}
      {install && (
        <Button
          variant="ghost"
          className={`${buttonClass} text-muted`}
          onClick={() => {
            onNavigate?.()
            if (install === 'by hand') showInstallSteps()
            else install.install()
          }}
        >
          <Download aria-hidden /> Install app
        </Button>
      )}
    </>
  )
}

type Props = { user: CurrentUser; onNavigate?: () => void }

export const AccountFooter = ({ user, onNavigate }: Props) => (
  <div className="border-line border-t p-3 pb-[max(0.75rem,var(--safe-bottom))]">
    {(user.mailbox || user.sandbox) && (
      <div className="mb-2 flex min-h-6 items-center justify-between gap-2 px-2 text-[0.8125rem]">
        {user.mailbox ? (
          <a
            href="/dev/mailbox"
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 items-center gap-1.5 text-muted pointer-coarse:min-h-11 underline-offset-2 hover:text-ink hover:underline"
          >
            <Mail className="size-3.5" aria-hidden /> Mailbox
          </a>
        ) : (
          <span />
        )}
        {user.sandbox && (
          <Badge tone="warn" title="Payments are simulated on this server: no real card is charged and no money moves.">
            Sandbox
          </Badge>
        )}
      </div>
    )}
    <Link
      href={accountPage.path}
      onClick={onNavigate}
      onPointerEnter={() => void accountPage.load().catch(() => {})}
      className="flex min-h-11 items-center gap-3 rounded-md px-2 py-1 hover:bg-sunken"
    >
      <Avatar user={user} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm" title={displayName(user)}>
          {displayName(user)}
        </span>
        <span className="block text-muted text-xs leading-5">{formatPlan(user)}</span>
      </span>
    </Link>
    <TrialHint user={user} onNavigate={onNavigate} />
    <AppLinks onNavigate={onNavigate} />
    <Button variant="ghost" className="mt-1 w-full justify-start px-2 text-muted" onClick={signOut}>
      <LogOut aria-hidden /> Logout
    </Button>
  </div>
)
