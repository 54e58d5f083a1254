import { useRef, useState } from 'react'
import type { TwoFactorSetup } from '#shared/contract/account.ts'
import { accountClient } from '#web/features/account/api/account-client.ts'
import { useUpdateAccount } from '#web/features/account/api/use-account.ts'
import { toast } from '#web/lib/toast.ts'
import { confirmAction } from '#web/ui/confirm.ts'
import { Modal } from '#web/ui/modal.tsx'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetupForm } from './setup-form.tsx'
import { VerifyForm } from './verify-form.tsx'

/** Turning it on, making new recovery codes, turning it off. */
export type TwoFactorAction = 'on' | 'renew' | 'off'

const titles: Record<TwoFactorAction, string> = {
  on: 'Turn on two-factor sign-in',
  renew: 'New recovery codes',
  off: 'Turn off two-factor sign-in',
}
const unkept = 'Close without keeping the recovery codes? They are not shown again.'

type Props = { deed: TwoFactorAction; email: string | null; open: boolean; onClose: () => void }

/** One step after the other, from the password to the recovery codes. */
export default function TwoFactorDialog({ deed, email, open, onClose }: Props) {
  const { keepAccount, readAgain } = useUpdateAccount()
  const [setup, setSetup] = useState<TwoFactorSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const kept = useRef(false)
  const show = ({ recoveryCodes }: { recoveryCodes: readonly string[] }) => {
    setCodes(recoveryCodes)
    void readAgain()
  }
  const leave = () => {
    if (!codes || kept.current || confirmAction(unkept)) onClose()
  }
  return (
    <Modal title={codes ? 'Your recovery codes' : titles[deed]} size="sm" open={open} onClose={leave} guard>
      {codes ? (
        <RecoveryCodes codes={codes} email={email} isFirst={deed === 'on'} onKept={(is) => (kept.current = is)} close={onClose} />
      ) : setup ? (
        <SetupForm setup={setup} done={show} close={leave} />
      ) : deed === 'on' ? (
        <PasswordStep email={email} done={setSetup} close={leave} />
      ) : deed === 'renew' ? (
        <VerifyForm
          text="The codes that you have now stop working."
          label="Make new codes"
          working="Making them..."
          email={email}
          send={accountClient.renewRecoveryCodes}
          done={show}
          close={leave}
        />
      ) : (
        <VerifyForm
          text="From then on your password alone is enough to sign in. Your recovery codes stop working."
          label="Turn off"
          working="Turning off..."
          email={email}
          send={accountClient.endTwoFactor}
          done={(account) => {
            keepAccount(account)
            toast({ title: 'Success', description: 'Two-factor sign-in is off.' })
            onClose()
          }}
          close={leave}
        />
      )}
    </Modal>
  )
}
