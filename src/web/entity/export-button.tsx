import { Download } from 'lucide-react'
import type { ListUrl } from '#web/kit/list/use-list.ts'
import { buildUrl } from '#web/lib/api/client.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

type Props = { noun: string; path: string; address: ListUrl; canExport: boolean }

export const ExportButton = ({ noun, path, address: { search, sort, filter }, canExport }: Props) => {
  const label = (
    <>
      <Download aria-hidden /> <span className="@max-5xl:sr-only">Export</span>
    </>
  )
  return canExport ? (
    <ButtonLink
      variant="secondary"
      href={buildUrl(`${path}/export`, {}, { search: search.trim(), sort, ...filter })}
      download
      aria-label={`Export ${noun}s`}
      title={`Export these ${noun}s as a CSV file`}
    >
      {label}
    </ButtonLink>
  ) : (
    // Keeps its place, so that nothing moves when the list loads or is empty.
    <Button variant="secondary" disabled aria-label={`Export ${noun}s`} title={`No ${noun}s to export`}>
      {label}
    </Button>
  )
}
