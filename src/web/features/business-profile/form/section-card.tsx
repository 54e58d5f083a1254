import type { ReactNode } from 'react'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

type Props = {
  id: string
  title: string
  text?: ReactNode
  children: ReactNode
}

export const SectionCard = ({ id, title, text, children }: Props) => (
  <Card id={id} tabIndex={-1} className="scroll-mt-4 outline-none lg:scroll-mt-6">
    <CardTitle>{title}</CardTitle>
    {text && <p className="mt-1 max-w-prose text-muted text-sm">{text}</p>}
    <div className="mt-4">{children}</div>
  </Card>
)

export const FormOutline = () => <SkeletonRows label="Loading the form" count={4} row="h-15" className="grid gap-5 sm:grid-cols-2" />
