import { useState } from 'react'
import type { Account } from '#shared/contract/account.ts'
import { Section } from '#web/features/account/form/section.tsx'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import { Button } from '#web/ui/button.tsx'

const loadDialog = () => import('./delete-dialog.tsx')

export const DeleteSection = ({ account }: { account: Account }) => {
  const { part, fetch } = useOnDemand(loadDialog)
  const [shown, setShown] = useState({ open: false, count: 0 })
  const open = async () => {
    if (await fetch()) setShown(({ count }) => ({ open: true, count: count + 1 }))
  }
  return (
    <Section
      id="delete"
      title="Delete my account"
      text="Permanently deletes your account and all its data. You can review what is deleted before you confirm."
      danger
    >
      <Button variant="secondary" className="text-danger" onClick={() => void open()}>
        Delete my account...
      </Button>
      {part && shown.count > 0 && (
        <part.default key={shown.count} account={account} open={shown.open} onClose={() => setShown({ ...shown, open: false })} />
      )}
    </Section>
  )
}
