import type { ReactNode } from 'react'
import { Card, CardTitle } from '#web/ui/card.tsx'

type Props = { title: string; text?: ReactNode; children: ReactNode }

/** A part of the form, under its own heading. */
export const SectionCard = ({ title, text, children }: Props) => (
  <Card>
    <CardTitle>{title}</CardTitle>
    {text && <p className="mt-1 max-w-prose text-muted text-sm">{text}</p>}
    <div className="mt-4">{children}</div>
  </Card>
)
