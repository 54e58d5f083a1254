import { useRef, useState } from 'react'
import type { TwoFactorSetup } from '#shared/api/account.ts'
import { toast } from '#web/lib/toast.ts'
import { confirmed } from '#web/ui/confirm.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { accountCalls } from './calls.ts'
import { PasswordStep } from './password-step.tsx'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetupForm } from './setup-form.tsx'
import { useKeepAccount } from './use-account.ts'

/** Turning it on, making new recovery codes, turning it off. */
export type TwoFactorDeed = 'on' | 'renew' | 'off'

const titles: Record<TwoFactorDeed, string> = {
  on: 'Turn on two-factor sign-in',
  renew: 'New recovery codes',
  off: 'Turn off two-factor sign-in',
}
const unkept = 'Close without keeping the recovery codes? They are not shown again.'

type Props = { deed: TwoFactorDeed; email: string | null; open: boolean; onClose: () => void }

/** One step after the other, from the password to the recovery codes. */
export default function TwoFactorDialog({ deed, email, open, onClose }: Props) {
  const { keepAccount, readAgain } = useKeepAccount()
  const [setup, setSetup] = useState<TwoFactorSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const kept = useRef(false)
  const show = ({ recoveryCodes }: { recoveryCodes: readonly string[] }) => {
    setCodes(recoveryCodes)
    void readAgain()
  }
  const leave = () => {
    if (!codes || kept.current || confirmed(unkept)) onClose()
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
        <ProofForm
          text="The codes that you have now stop working."
          label="Make new codes"
          working="Making them..."
          email={email}
          send={accountCalls.renewRecoveryCodes}
          done={show}
          close={leave}
        />
      ) : (
        <ProofForm
          text="From then on your password alone is enough to sign in. Your recovery codes stop working."
          label="Turn off"
          working="Turning off..."
          email={email}
          send={accountCalls.endTwoFactor}
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
