import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { fieldsHeight } from './checkout-skeleton.tsx'

type FieldsMissingProps = { isPending: boolean; retry: () => void }

export const FieldsMissing = ({ isPending, retry }: FieldsMissingProps) => (
  <FormError
    title="The card form could not be loaded"
    text="Nothing was charged. Check your connection and whether a browser extension blocks the card provider. The page retries automatically when you are back online."
  >
    <Button variant="secondary" pending={isPending} onClick={retry}>
      Try again
    </Button>
  </FormError>
)

type Props = { title: string; text: string; children: ReactNode }

/** As high as the form that it replaces. */
export const FormError = ({ title, text, children }: Props) => (
  <div role="alert" className={`flex flex-col items-center justify-center gap-1 py-4 text-center ${fieldsHeight}`}>
    <span className="mb-2 grid size-11 place-items-center rounded-full bg-danger-soft text-danger">
      <CloudOff className="size-5" aria-hidden />
    </span>
    <p className="font-medium">{title}</p>
    <p className="max-w-sm text-muted text-sm">{text}</p>
    <div className="mt-4">{children}</div>
  </div>
)
