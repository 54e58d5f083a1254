import { useLocation } from 'wouter'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'

type Props = { open: boolean; onLater: () => void; onChoose: () => void }

export const TrialExpiredDialog = ({ open, onLater, onChoose }: Props) => {
  const [, navigate] = useLocation()
  return (
    <Modal
      title="Free Trial Expired"
      open={open}
      onClose={onLater}
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={onLater}>
            Maybe Later
          </Button>
          <Button
            onClick={() => {
              onChoose()
              navigate('/subscribe?from=trial-expired')
            }}
          >
            Choose Plan
          </Button>
        </>
      }
    >
      <p>Your free trial has expired, please choose a plan to continue using the product</p>
    </Modal>
  )
}
