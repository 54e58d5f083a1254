import { Button } from '#web/ui/button.tsx'

type Props<Row> = {
  typed: Row
  current: Row
  describeFields: (row: Row) => readonly (readonly [label: string, text: string])[]
  keepMine: () => void
  takeTheirs: () => void
}

/** The pressed button may be a screen below. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

export const VersionConflict = <Row,>({ typed, current, describeFields, keepMine, takeTheirs }: Props<Row>) => {
  const saved = new Map(describeFields(current))
  const differences = describeFields(typed).filter(([label, text]) => saved.get(label) !== text)
  return (
    <div ref={scrollIntoView} role="alert" className="mb-5 rounded-lg border border-warn/40 bg-warn-soft p-4 text-sm">
      <p className="font-medium text-warn">This was changed elsewhere since you opened it. Your changes are still here.</p>
      {differences.length > 0 && (
        <table className="mt-2 w-full table-fixed border-collapse text-left">
          <thead>
            <tr className="text-[0.8125rem] text-muted">
              <th scope="col" className="w-1/4 py-1 pr-2 font-medium">
                Field
              </th>
              <th scope="col" className="py-1 pr-2 font-medium">
                Your version
              </th>
              <th scope="col" className="py-1 font-medium">
                Saved version
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.map(([label, text]) => (
              <tr key={label} className="border-warn/20 border-t align-top [overflow-wrap:anywhere]">
                <th scope="row" className="py-1 pr-2 font-normal">
                  {label}
                </th>
                <td className="py-1 pr-2" dir="auto">
                  {text || <span className="text-muted">empty</span>}
                </td>
                <td className="py-1 font-medium" dir="auto">
                  {saved.get(label) || <span className="text-muted">empty</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={keepMine}>
          Keep my changes
        </Button>
        <Button variant="secondary" size="sm" onClick={takeTheirs}>
          Start over from the saved version
        </Button>
      </div>
    </div>
  )
}
