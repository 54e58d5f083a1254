import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { fieldsHeight } from './checkout-outline.tsx'

type Props = { title: string; text: string; children: ReactNode }

/** Stands where the form would, as high as it: why there is none, and what to do. */
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
