import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useDeferredValue, useLayoutEffect, useRef } from 'react'
import { shouldTakeFocus } from '#web/documents/list/panel-route.ts'
import { capitalize } from '#web/entity/entity.ts'
import { focusRecord } from '#web/kit/list/row-focus.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

type Props = {
  noun: string
  id: number
  title: string
  badge: ReactNode
  menu: ReactNode
  close: () => void
  children: ReactNode
}

export const PanelFrame = (props: Props) => (useMediaQuery('(min-width: 48rem)') ? <Beside {...props} /> : <WholeScreen {...props} />)

const bar = 'flex shrink-0 items-center gap-2 border-line border-b py-2.5 pr-2 pl-4 sm:pl-5'
const name = 'min-w-0 truncate font-semibold text-base leading-7 outline-none'
const body = 'min-h-0 flex-1 overflow-y-auto overscroll-contain'

const Beside = ({ noun, id, title, badge, menu, close, children }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every document that is opened takes the focus
  useLayoutEffect(() => {
    if (shouldTakeFocus()) heading.current?.focus({ preventScroll: true })
  }, [id])
  const panel = useRef<HTMLElement>(null)
  // However the panel closes, focus inside it moves to the document's row.
  useLayoutEffect(() => {
    const here = panel.current
    return () => {
      if (here?.contains(document.activeElement)) focusRecord(document.body, Number(here.dataset.record))
    }
  }, [])
  return (
    <aside
      ref={panel}
      aria-label={`${capitalize(noun)} ${title}`}
      data-record={id}
      className="fixed top-(--head) right-0 bottom-(--bar) z-10 flex w-[calc(26rem+var(--safe-right))] flex-col border-line border-l bg-surface pr-(--safe-right) shadow-raised xl:sticky xl:-mt-4 xl:top-16 xl:bottom-auto xl:h-[calc(100dvh-4.5rem)] xl:w-auto xl:overflow-hidden xl:rounded-lg xl:border xl:shadow-none"
    >
      <div className={bar}>
        <h2 ref={heading} tabIndex={-1} className={name} title={title}>
          {title}
        </h2>
        {badge}
        <span className="ml-auto shrink-0">{menu}</span>
        <Button variant="ghost" size="icon" className="-ml-1" onClick={close} aria-label={`Close the ${noun}`} title="Close (Esc)">
          <X aria-hidden />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
      <section className={body} aria-label="Details" tabIndex={0}>
        {children}
      </section>
    </aside>
  )
}

const WholeScreen = ({ noun, id, title, badge, menu, close, children }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null)
  // A phone answers the tap with the frame, which fades in, and draws the content a moment later.
  const content = useDeferredValue(children, null)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          data-record={id}
          data-keeps-shortcuts
          // Interacting with a dialog, menu or toast that it opened must not close it.
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            heading.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focusRecord(document.body, id)
          }}
          className="fixed inset-0 z-30 flex animate-fade-in flex-col bg-surface pt-(--safe-top) pr-(--safe-right) pl-(--safe-left) outline-none"
        >
          <div className={bar}>
            <Dialog.Title ref={heading} tabIndex={-1} className={name}>
              {title}
            </Dialog.Title>
            {badge}
            <span className="ml-auto shrink-0">{menu}</span>
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" className="-ml-1" aria-label={`Close the ${noun}`}>
                <X aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <div className={cx(body, 'pb-(--safe-bottom)')}>{content}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
