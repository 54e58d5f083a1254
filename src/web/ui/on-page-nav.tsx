import { ChevronDown } from 'lucide-react'

type Props = {
  sections: readonly { id: string; label: string }[]
}

export const OnPageNav = ({ sections }: Props) => (
  <nav aria-label="On this page" className="xl:hidden print:hidden">
    <details className="group rounded-lg border border-line bg-surface text-sm">
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 px-4 font-medium sm:px-5 [&::-webkit-details-marker]:hidden">
        On this page
        <ChevronDown className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] border-line border-t px-2 py-1 sm:px-3">
        {sections.map(({ id, label }) => (
          <li key={id}>
            {/* Not links: each would add a history entry. */}
            <button
              type="button"
              onClick={() => goTo(id)}
              className="flex min-h-9 w-full items-center rounded-md px-2 text-left text-muted hover:text-ink pointer-coarse:min-h-11"
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </details>
  </nav>
)

const goTo = (id: string) => {
  const section = document.getElementById(id)
  section?.focus({ preventScroll: true })
  section?.scrollIntoView({ block: 'start' })
}
