import { Link } from 'wouter'
import { cx } from '#web/ui/cx.ts'
import { getSectionPath, type SectionId, sections } from './form/sections.ts'

export const SectionNav = ({ current }: { current: SectionId }) => (
  <nav aria-label="Sections of the business profile" className="min-w-0 print:hidden lg:sticky lg:top-22">
    <ul className="-mx-3 flex flex-wrap gap-x-1 gap-y-0.5 sm:mx-0 lg:grid">
      {sections.map(({ id, label }) => (
        <li key={id}>
          <Link
            href={getSectionPath(id)}
            aria-current={id === current ? 'page' : undefined}
            className={cx(
              'flex min-h-9 items-center rounded-md px-3 font-medium text-sm transition-colors pointer-coarse:min-h-11',
              id === current ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-sunken hover:text-ink',
            )}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
