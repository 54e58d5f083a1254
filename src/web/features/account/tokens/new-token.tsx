import { CopyButton } from '#web/features/account/form/copy-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'

type Props = { token: string; name: string; close: () => void }

/** The token, shown this once. */
export const NewTokenPanel = ({ token, name, close }: Props) => (
  <div className="grid gap-4">
    <p role="status" className="text-pretty text-sm">
      Copy the token of <strong className="font-medium [overflow-wrap:anywhere]">“{name}”</strong> now, and keep it like a password: whoever
      has it can do what you allowed. It is not shown again.
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
