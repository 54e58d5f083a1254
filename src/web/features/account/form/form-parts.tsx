import type { SettingsFrame } from '#web/kit/settings-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'

type EndProps = {
  frame: SettingsFrame
  /** 'Send the link', and 'Sending...' meanwhile. */
  send: readonly [label: string, pending: string]
}

export const FormButtons = ({ frame: { isPending }, send, close }: EndProps & { close: () => void }) => (
  <div className="flex flex-wrap gap-2">
    <Button type="submit" pending={isPending}>
      {send[isPending ? 1 : 0]}
    </Button>
    <Button variant="ghost" onClick={close}>
      Cancel
    </Button>
  </div>
)

type DialogProps = EndProps & { danger?: boolean; close: () => void }

export const DialogButtons = ({ frame: { isPending }, send, danger = false, close }: DialogProps) => (
  <ModalFooter>
    <Button variant="secondary" onClick={close}>
      Cancel
    </Button>
    <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={isPending}>
      {send[isPending ? 1 : 0]}
    </Button>
  </ModalFooter>
)
