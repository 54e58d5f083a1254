import { Button } from '../ui/button.tsx'
import { capital, type EntityRow } from './use-entity.ts'

type Props<Row extends EntityRow> = { opened: Row; current: Row; keepMine: () => void; takeTheirs: () => void }

const words = (field: string) => capital(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

/** Somebody else saved the record since it was opened: says what changed, and lets the person choose. Nothing typed is lost. */
export const Conflict = <Row extends EntityRow>({ opened, current, keepMine, takeTheirs }: Props<Row>) => {
  const changed = (Object.keys(opened) as (keyof Row & string)[]).filter((field) => field !== 'version' && opened[field] !== current[field])
  return (
    <div role="alert" className="mb-5 rounded-lg border border-warn/40 bg-warn-soft p-4 text-sm">
      <p className="font-medium text-warn">This was changed elsewhere since you opened it. What you typed is still here.</p>
      <ul className="mt-2 grid gap-1">
        {changed.map((field) => (
          <li key={field} className="[overflow-wrap:anywhere]">
            {words(field)} is now <strong className="font-medium">{String(current[field] ?? '') || 'empty'}</strong>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={keepMine}>
          Keep what I typed
        </Button>
        <Button variant="secondary" size="sm" onClick={takeTheirs}>
          Start over from the present version
        </Button>
      </div>
    </div>
  )
}
