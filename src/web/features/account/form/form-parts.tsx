import { Button } from '#web/ui/button.tsx'

type EndProps = { label: string; working: string; isPending: boolean; disabled?: boolean; close?: () => void }

/** `working` is the label while pending. */
export const FormButtons = ({ label, working, isPending, disabled = false, close }: EndProps) => (
  <div className="flex flex-wrap gap-2">
    <Button type="submit" pending={isPending} disabled={disabled}>
      {isPending ? working : label}
    </Button>
    {close && (
      <Button variant="ghost" onClick={close}>
        Cancel
      </Button>
    )}
  </div>
)

/** For password managers. */
export const UsernameField = ({ email }: { email: string | null }) => (
  <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
)
