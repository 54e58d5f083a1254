import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { restrictToVerticalAxis } from '@dnd-kit/modifiers'
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { GripVertical } from 'lucide-react'
import { createContext, type ReactNode, type RefCallback, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { native } from '#web/lib/native/native.ts'
import { cx } from '#web/ui/cx.ts'

type Props = {
  ids: string[]
  onMove: (from: number, to: number) => void
  children: ReactNode
}

const instructions = {
  draggable:
    'Press Space to pick up the line, the arrow keys to move it, Space to drop it, or Escape to cancel. Alt with an arrow key moves it directly.',
}

export const Reorder = ({ ids, onMove, children }: Props) => {
  const [dragging, setDragging] = useState(false)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  useEscapeCancelsDrag(dragging)
  // Picking up a line also fires a move to its own position, which needs no second announcement.
  const lastPosition = useRef<UniqueIdentifier>(undefined)
  const getPosition = (id: UniqueIdentifier | undefined) => ids.indexOf(String(id)) + 1
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      lastPosition.current = active.id
      return `Line ${getPosition(active.id)} of ${ids.length} picked up.`
    },
    onDragOver: ({ over }) => {
      if (!over || over.id === lastPosition.current) return
      lastPosition.current = over.id
      return `At position ${getPosition(over.id)} of ${ids.length}.`
    },
    onDragEnd: ({ over }) => (over ? `Dropped at position ${getPosition(over.id)} of ${ids.length}.` : 'Dropped in its original position.'),
    onDragCancel: () => 'Move canceled.',
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVerticalAxis]}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
      onDragStart={() => {
        native.haptic('Light')
        setDragging(true)
      }}
      onDragCancel={() => setDragging(false)}
      onDragEnd={({ active, over }) => {
        setDragging(false)
        if (over && over.id !== active.id) onMove(getPosition(active.id) - 1, getPosition(over.id) - 1)
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** The surrounding dialog stays open. */
const useEscapeCancelsDrag = (dragging: boolean) => {
  useEffect(() => {
    if (!dragging) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault()
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [dragging])
}

type Sortable = ReturnType<typeof useSortable>
const HandleContext = createContext<Pick<Sortable, 'attributes' | 'listeners' | 'setActivatorNodeRef'> | null>(null)

type RowProps = { id: string; ref?: RefCallback<HTMLTableRowElement> } & Omit<React.ComponentProps<'tr'>, 'ref'>

/** Only this shell rerenders while another row is dragged past it, not its content. */
export const ReorderRow = ({ id, ref, className, children, ...rest }: RowProps) => {
  const { attributes, listeners, setActivatorNodeRef, setNodeRef, transform, transition, isDragging } = useSortable({ id })
  const node = useCallback(
    (row: HTMLTableRowElement | null) => {
      setNodeRef(row)
      const end = ref?.(row)
      return () => {
        setNodeRef(null)
        end?.()
      }
    },
    [setNodeRef, ref],
  )
  const handle = useMemo(() => ({ attributes, listeners, setActivatorNodeRef }), [attributes, listeners, setActivatorNodeRef])
  return (
    <tr
      {...rest}
      ref={node}
      className={cx(className, isDragging && 'relative z-10 bg-surface shadow-raised')}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
    >
      <HandleContext value={handle}>{children}</HandleContext>
    </tr>
  )
}

/** Must be inside a `ReorderRow`. */
export const ReorderHandle = ({ label, className }: { label: string; className?: string }) => {
  const handle = useContext(HandleContext)
  return (
    <button
      {...handle?.attributes}
      {...handle?.listeners}
      ref={handle?.setActivatorNodeRef}
      type="button"
      aria-label={label}
      title="Drag to reorder"
      className={cx(
        'grid cursor-grab touch-none place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink active:cursor-grabbing',
        className,
      )}
    >
      <GripVertical className="size-4" aria-hidden />
    </button>
  )
}
