import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { cx } from './cx.ts'

const filled = {
  link: 'min-h-8 rounded-md px-3 font-medium text-sm pointer-coarse:min-h-11',
  on: 'bg-accent-soft text-accent',
  off: 'text-muted hover:bg-sunken hover:text-ink',
}

const looks = {
  /** Above a page. */
  page: {
    list: 'flex gap-x-5 border-line border-b lg:gap-x-6',
    link: 'h-10 justify-center font-medium text-sm focus-visible:-outline-offset-2 pointer-coarse:h-11 pointer-coarse:min-w-11',
    on: 'text-accent shadow-[inset_0_-2px_var(--accent)]',
    off: 'text-muted hover:text-ink',
  },
  /** Below them. */
  parts: { list: 'flex gap-1', ...filled },
  /** Beside a page; above it on phones. */
  rail: { list: '-mx-3 flex gap-x-1 gap-y-0.5 sm:mx-0 lg:grid', ...filled },
}

type Props = {
  label: string
  tabs: readonly { path: string; label: string }[]
  current: string | undefined
  look: keyof typeof looks
  /** Above the list. */
  title?: string
  className?: string
}

/** Links to pages that belong together. They may be wider than a phone: the current one is scrolled into view, and the page itself never scrolls. */
export const TabLinks = ({ label, tabs, current, look, title, className }: Props) => {
  const { list, link, on, off } = looks[look]
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new choice triggers the effect
  useEffect(() => {
    const chosen = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && chosen) nav.current.scrollLeft = chosen.offsetLeft - (nav.current.clientWidth - chosen.offsetWidth) / 2
  }, [current])
  return (
    <nav
      ref={nav}
      data-tabs
      aria-label={label}
      // Chromium leaves a focused link as it is that is partly in view.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      className={cx('relative min-w-0 overflow-x-auto [scrollbar-width:none] print:hidden', className)}
    >
      {title && <p className="px-3 pb-1 font-medium text-muted text-xs max-lg:hidden">{title}</p>}
      <ul className={list}>
        {tabs.map(({ path, label: text }) => (
          <li key={path}>
            <Link
              href={path}
              aria-current={path === current ? 'page' : undefined}
              className={cx('flex items-center whitespace-nowrap transition-colors', link, path === current ? on : off)}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
