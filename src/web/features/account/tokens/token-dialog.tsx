import { useState } from 'react'
import type { Account } from '#shared/contract/account.ts'
import type { NewToken } from '#web/features/account/api/token-client.ts'
import { confirmAction } from '#web/ui/confirm.ts'
import { Modal } from '#web/ui/modal.tsx'
import { NewTokenPanel } from './new-token.tsx'
import { TokenForm } from './token-form.tsx'

const unkept = 'Close without copying the token? It is not shown again.'

type Props = { account: Account; open: boolean; added: () => void; onClose: () => void }

/** First what the token may do, then what it is: this once. */
export default function TokenDialog({ account, open, added, onClose }: Props) {
  const [made, setMade] = useState<NewToken>()
  const leave = () => {
    if (!made || confirmAction(unkept)) onClose()
  }
  return (
    <Modal title={made ? 'Your new token' : 'New API token'} size={made ? 'sm' : 'md'} open={open} onClose={leave} guard>
      {made ? (
        <NewTokenPanel token={made.token} name={made.made.name} close={onClose} />
      ) : (
        <TokenForm
          account={account}
          done={(token) => {
            setMade(token)
            added()
          }}
          close={leave}
        />
      )}
    </Modal>
  )
}
