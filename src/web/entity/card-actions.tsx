import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

type Props = {
  /** The record's name, for accessible names such as 'Edit Grace Hopper'. */
  name: string
  onEdit: () => void
  onRemove: () => void
}

/** The Edit and Delete buttons of a card. */
export const CardActions = ({ name, onEdit, onRemove }: Props) => (
  <div className="mt-auto border-line border-t pt-2">
    <div className="-mx-2.5 -mb-2 flex gap-1 pointer-coarse:-mb-3">
      <Button variant="ghost" size="sm" onClick={onEdit} title={`Edit ${name}`}>
        <Pencil aria-hidden /> Edit
      </Button>
      <Button variant="ghost" size="sm" className="text-danger" onClick={onRemove} title={`Delete ${name}`}>
        <Trash2 aria-hidden /> Delete
      </Button>
    </div>
  </div>
)
