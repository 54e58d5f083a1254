import type { Account } from '#shared/contract/account.ts'
import { Section } from '#web/features/account/form/section.tsx'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatCodesLeft, lowCodeCount } from './recovery-messages.ts'
import type { TwoFactorAction } from './two-factor-dialog.tsx'

const loadDialog = () => import('./two-factor-dialog.tsx')

export const TwoFactorSection = ({ account }: { account: Account }) => {
  const { isOn, recoveryCodesLeft } = account.twoFactor
  const { show, dialog } = useLazyDialog(loadDialog)
  const open = (action: TwoFactorAction) => void show({ action, email: account.email })
  return (
    <Section
      id="two-factor"
      title="Two-factor sign-in"
      badge={<Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>}
      text={
        isOn ? 'Signing in requires your password and an authenticator code.' : 'Require an authenticator code as well as your password.'
      }
    >
      {isOn ? (
        <div className="grid gap-4">
          {recoveryCodesLeft <= lowCodeCount ? (
            <p className="rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">{formatCodesLeft(recoveryCodesLeft)}</p>
          ) : (
            <p className="text-sm">{formatCodesLeft(recoveryCodesLeft)}</p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={() => open('renew')}>
              New recovery codes
            </Button>
            <Button variant="secondary" onClick={() => open('off')}>
              Turn off
            </Button>
          </div>
        </div>
      ) : (
        <Button variant="secondary" onClick={() => open('on')} onPointerEnter={() => void loadDialog().catch(() => {})}>
          Turn on
        </Button>
      )}
      {dialog}
    </Section>
  )
}
