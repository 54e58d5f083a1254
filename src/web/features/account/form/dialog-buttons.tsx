import { Button } from '#web/ui/button.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'

type DialogEndProps = { label: string; working: string; isPending: boolean; danger?: boolean; close: () => void }

/** `working` is the label while pending. */
export const DialogButtons = ({ label, working, isPending, danger = false, close }: DialogEndProps) => (
  <ModalFooter>
    <Button variant="secondary" onClick={close}>
      Cancel
    </Button>
    <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={isPending}>
      {isPending ? working : label}
    </Button>
  </ModalFooter>
)
