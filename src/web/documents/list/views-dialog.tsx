import { Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import type { SavedView } from './use-saved-views.ts'

const maxName = 40

type Props = {
  open: boolean
  onClose: () => void
  views: readonly SavedView[]
  store: (views: readonly SavedView[]) => void
  /** Without one the dialog renames and deletes. */
  added?: SavedView
}

export default function ViewsDialog({ open, onClose, views, store, added }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [rows, setRows] = useState(() => (added ? [added] : views).map((view, id) => ({ id, view })))
  const [invalid, setInvalid] = useState<{ id: number; message: string }>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const named = rows.map(({ id, view }) => ({ id, view: { ...view, name: view.name.trim() } }))
    const others = added ? views.map(({ name }) => name) : []
    const wrong = named.find(
      ({ view: { name } }, at) => name === '' || [...others, ...named.slice(0, at).map((row) => row.view.name)].includes(name),
    )
    if (wrong) {
      setInvalid({ id: wrong.id, message: wrong.view.name === '' ? 'Name is required' : 'There is already a view with this name' })
      form.current?.querySelector<HTMLInputElement>(`[name=view-${wrong.id}]`)?.focus()
      return
    }
    const saved = named.map(({ view }) => view)
    store(added ? [...views, ...saved] : saved)
    onClose()
  }
  return (
    <Modal title={added ? 'Save View' : 'Saved Views'} size="sm" open={open} onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit}>
        <div className="grid gap-3">
          {rows.length === 0 && <p className="text-muted text-sm">No views are left. Save to confirm.</p>}
          {rows.map(({ id, view }, at) => (
            <div key={id} className="flex items-start gap-2">
              <Field
                className="flex-1"
                label={added ? 'Name' : `Name of view ${at + 1}`}
                hideLabel={!added}
                required
                error={invalid?.id === id ? invalid.message : undefined}
                hint={added && 'Views are kept in this browser.'}
              >
                <Input
                  name={`view-${id}`}
                  value={view.name}
                  maxLength={maxName}
                  autoComplete="off"
                  onChange={({ target }) => {
                    setInvalid(undefined)
                    setRows((all) => all.map((row) => (row.id === id ? { id, view: { ...view, name: target.value } } : row)))
                  }}
                />
              </Field>
              {!added && (
                <Button
                  variant="ghost"
                  size="icon"
                  className="text-muted hover:text-danger"
                  aria-label={`Delete ${view.name}`}
                  title="Delete"
                  onClick={() => setRows((all) => all.filter((row) => row.id !== id))}
                >
                  <Trash2 aria-hidden />
                </Button>
              )}
            </div>
          ))}
        </div>
        <ModalFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </ModalFooter>
      </form>
    </Modal>
  )
}
