import { Button } from '#web/ui/button.tsx'

type Props<Row> = {
  /** What the person wanted to save. */
  typed: Row
  /** What somebody else saved meanwhile. */
  current: Row
  describeFields: (row: Row) => readonly (readonly [label: string, text: string])[]
  keepMine: () => void
  takeTheirs: () => void
}

/** Somebody else saved the record since it was opened: shows both versions side by side, and lets the person choose. Nothing typed is lost. */
export const VersionConflict = <Row,>({ typed, current, describeFields, keepMine, takeTheirs }: Props<Row>) => {
  const theirs = new Map(describeFields(current))
  const differing = describeFields(typed).filter(([label, text]) => theirs.get(label) !== text)
  return (
    <div role="alert" className="mb-5 rounded-lg border border-warn/40 bg-warn-soft p-4 text-sm">
      <p className="font-medium text-warn">This was changed elsewhere since you opened it. What you typed is still here.</p>
      {differing.length > 0 && (
        <table className="mt-2 w-full table-fixed border-collapse text-left">
          <thead>
            <tr className="text-[0.8125rem] text-muted">
              <th scope="col" className="w-1/4 py-1 pr-2 font-medium">
                Field
              </th>
              <th scope="col" className="py-1 pr-2 font-medium">
                What you typed
              </th>
              <th scope="col" className="py-1 font-medium">
                What is saved now
              </th>
            </tr>
          </thead>
          <tbody>
            {differing.map(([label, text]) => (
              <tr key={label} className="border-warn/20 border-t align-top [overflow-wrap:anywhere]">
                <th scope="row" className="py-1 pr-2 font-normal">
                  {label}
                </th>
                <td className="py-1 pr-2" dir="auto">
                  {text || <span className="text-muted">empty</span>}
                </td>
                <td className="py-1 font-medium" dir="auto">
                  {theirs.get(label) || <span className="text-muted">empty</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
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
