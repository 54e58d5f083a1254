import { useState } from 'react'
import type { Account } from '#shared/contract/account.ts'
import type { NewToken } from '#web/features/account/api/queries.ts'
import { CopyButton } from '#web/features/account/form/copy-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { TokenForm } from './token-form.tsx'

type NewTokenProps = { token: string; name: string; close: () => void }

const NewTokenPanel = ({ token, name, close }: NewTokenProps) => (
  <div className="grid gap-4">
    <p role="status" className="text-pretty text-sm">
      Copy the token of <strong className="font-medium [overflow-wrap:anywhere]">“{name}”</strong> now and store it like a password: anyone
      who has it can do what you allowed. It won't be shown again.
    </p>
    <div className="grid justify-items-start gap-3 rounded-lg bg-sunken px-4 py-3">
      <code data-testid="new-token" className="min-w-0 select-all font-mono text-sm [overflow-wrap:anywhere]">
        {token}
      </code>
      <CopyButton text={token} what="token" />
    </div>
    <ModalFooter>
      <Button onClick={close}>Done</Button>
    </ModalFooter>
  </div>
)

const closeQuestion = "Close without copying the token? It won't be shown again."

type Props = { account: Account; open: boolean; added: () => void; onClose: () => void }

/** The token itself is shown once. */
export default function TokenDialog({ account, open, added, onClose }: Props) {
  const [created, setMade] = useState<NewToken>()
  const leave = async () => {
    if (!created || (await confirmAction(closeQuestion, { confirm: 'Close', isDestructive: true }))) onClose()
  }
  return (
    <Modal title={created ? 'Your new token' : 'New API token'} size={created ? 'sm' : 'md'} open={open} onClose={leave} guard>
      {created ? (
        <NewTokenPanel token={created.token} name={created.made.name} close={onClose} />
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
