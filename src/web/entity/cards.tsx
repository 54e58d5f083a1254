import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
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
      <RecordMenu name={name} onRemove={onRemove} />
    </div>
  </div>
)

export const RecordMenu = ({ name, onEdit, onRemove }: Omit<Props, 'onEdit'> & { onEdit?: () => void }) => {
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <LazyMenu
      trigger={
        <Button
          ref={trigger}
          variant="ghost"
          size="icon"
          className="text-muted hover:text-ink"
          title="More actions"
          aria-label={`More actions: ${name}`}
        >
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      {({ MenuItem }) => (
        <>
          {onEdit && (
            <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
              Edit
            </MenuItem>
          )}
          <MenuItem
            icon={<Trash2 aria-hidden />}
            danger
            onSelect={() => {
              // The list remembers the focused button, to focus the same one of the next row.
              trigger.current?.focus()
              onRemove()
            }}
          >
            Delete
          </MenuItem>
        </>
      )}
    </LazyMenu>
  )
}

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
