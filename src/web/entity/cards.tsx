import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Props = {
  name: string
  onEdit: () => void
  onRemove: () => void
}

export const CardActions = ({ name, onEdit, onRemove }: Props) => (
  <div className="mt-auto border-line border-t pt-2">
    <div className="-mx-2.5 -mb-2 flex items-center justify-between gap-1 pointer-coarse:-mb-3">
      <Button variant="ghost" size="sm" onClick={onEdit} title={`Edit ${name}`}>
        <Pencil aria-hidden /> Edit
      </Button>
      <MoreMenu name={name} entries={[{ label: 'Delete', icon: Trash2, isDanger: true, run: onRemove }]} />
    </div>
  </div>
)

export const CardGrid = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3">{children}</div>
)

export const CardGridSkeleton = ({ lines }: { lines: number }) => (
  <CardGrid>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <Card key={key} aria-hidden>
        <Skeleton className="h-6 w-2/3" />
        <div className="mt-4 grid gap-3">
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines have a fixed order
            <Skeleton key={line} className="h-4" />
          ))}
        </div>
        <Skeleton className="mt-5 h-8 w-36" />
      </Card>
    ))}
  </CardGrid>
)
