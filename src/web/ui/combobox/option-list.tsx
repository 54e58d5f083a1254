import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, type SyntheticEvent, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { usePopupPosition } from './use-popup-position.ts'

/** Skips downshift's own handler of an event; the browser's default still runs. */
export const preventDownshiftDefault = (event: SyntheticEvent): void => {
  ;(event.nativeEvent as Event & { preventDownshiftDefault?: boolean }).preventDownshiftDefault = true
}

export type ComboboxOption = { id: number | string; label: string; note?: string | undefined; aside?: string | undefined }

/** Enough to choose from, few enough to render instantly. */
export const maxOptions = 50

type PopupProps = {
  anchor: RefObject<HTMLElement | null>
  /** Downshift's props for the list. The `ref` goes to the popup, so that all of it counts as inside. */
  list: ComponentProps<'ul'>
  /** Above the options; announced by the input's live region. */
  note?: ReactNode
  footer?: ReactNode
  stale?: boolean
  children: ReactNode
}

export const ListPopup = ({ anchor, list: { ref, ...list }, note, footer, stale = false, children }: PopupProps) => {
  const popup = useRef<HTMLDivElement>(null)
  usePopupPosition(anchor, popup)
  const setPopup = (element: HTMLDivElement | null) => {
    popup.current = element
    if (typeof ref === 'function') ref(element as never)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pressing it must not move the focus from the input
    <div
      ref={setPopup}
      popover="manual"
      onMouseDown={(event) => event.preventDefault()}
      className="fixed z-50 flex flex-col overflow-hidden whitespace-normal rounded-lg border border-line bg-surface text-start font-normal text-ink text-sm shadow-raised"
    >
      {note && <Note>{note}</Note>}
      <ul
        {...list}
        // Grows from its own height: from none, WebKit leaves it at none.
        className={cx('min-h-0 flex-auto overflow-y-auto overscroll-contain p-1 transition-opacity empty:hidden', stale && 'opacity-60')}
      >
        {children}
      </ul>
      {footer && (
        <div className="border-line border-t">
          <Note>{footer}</Note>
        </div>
      )}
    </div>
  )
}

/** Visual only: screen readers use the live region. */
const Note = ({ children }: { children: ReactNode }) => (
  <p aria-hidden className="px-3.5 py-2.5 text-[0.8125rem] text-muted">
    {children}
  </p>
)

type OptionProps = ComponentProps<'li'> & { choice: Pick<ComboboxOption, 'label' | 'note' | 'aside'>; isChosen?: boolean }

export const ListOption = ({ choice: { label, note, aside }, isChosen = false, ...rest }: OptionProps) => (
  <li
    {...rest}
    className="flex min-h-9 cursor-pointer select-none items-center gap-3 rounded-md px-2.5 py-1.5 aria-selected:bg-accent-soft pointer-coarse:min-h-11"
  >
    <span className="min-w-0 flex-1">
      <span dir="auto" title={label} className="block truncate">
        {label}
      </span>
      {note && (
        <span dir="auto" title={note} className="block truncate text-[0.8125rem] text-muted">
          {note}
        </span>
      )}
    </span>
    {aside && <span className="shrink-0 text-muted tabular-nums">{aside}</span>}
    {isChosen && <Check className="size-4 shrink-0 text-accent" aria-hidden />}
  </li>
)
