import { LogOut, Mail } from 'lucide-react'
import { Link } from 'wouter'
import type { CurrentUser } from '#shared/api/auth.ts'
import { displayName } from '#shared/people.ts'
import { formatPlan } from '#shared/plans.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { AppLinks } from './app-links.tsx'
import { TrialHint } from './plan-hint.tsx'
import { accountPage } from './routes.tsx'
import { signOut } from './sign-out.ts'

type Props = { user: CurrentUser; onNavigate?: () => void }

/** Who is signed in, on which plan, the way to the account, and the way out: the foot of sidebar and drawer. */
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
