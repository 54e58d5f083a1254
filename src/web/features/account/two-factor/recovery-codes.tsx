import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDay } from '#shared/dates.ts'
import { CopyButton } from '#web/features/account/form/copy-button.tsx'
import { getToday } from '#web/lib/format/today.ts'
import { saveBlob } from '#web/lib/native/save-blob.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { formatCodesFile } from './recovery-messages.ts'

type Props = {
  codes: readonly string[]
  email: string | null
  /** Two-factor sign-in was just turned on. */
  isFirst: boolean
  onStored: (isStored: boolean) => void
  close: () => void
}

/** Shows the codes once; the dialog closes after the user confirms that they are stored. */
export const RecoveryCodes = ({ codes, email, isFirst, onStored, close }: Props) => {
  const [isStored, setIsStored] = useState(false)
  const id = useId()
  const download = () =>
    void saveBlob(
      'billfold-recovery-codes.txt',
      new Blob([formatCodesFile(codes, email, formatDay(getToday()))], { type: 'text/plain;charset=utf-8' }),
    ).catch(() => toast({ title: 'Error', description: 'The codes could not be saved. Copy them instead.', variant: 'destructive' }))
  return (
    <div className="grid gap-4">
      <p role="status" className="text-sm">
        {isFirst ? 'Two-factor sign-in is on. ' : 'Your previous codes no longer work. '}
        Store these codes where you can find them without your phone. Each works once. They won't be shown again.
      </p>
      <ol aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg bg-sunken px-4 py-3 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} what="codes" />
        <Button variant="secondary" size="sm" onClick={download}>
          <Download aria-hidden /> Download
        </Button>
      </div>
      <div className="flex items-center gap-2.5 text-sm">
        <input
          id={id}
          type="checkbox"
          checked={isStored}
          onChange={({ target }) => {
            setIsStored(target.checked)
            onStored(target.checked)
          }}
          className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
        />
        <label htmlFor={id} className="min-w-0 pointer-coarse:py-2.5">
          I have stored these codes in a safe place
        </label>
      </div>
      <ModalFooter>
        <Button disabled={!isStored} onClick={close}>
          Done
        </Button>
      </ModalFooter>
    </div>
  )
}
