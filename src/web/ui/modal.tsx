import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { createContext, type ReactNode, type RefObject, useContext, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { rememberOpener } from './remember-opener.ts'
import { SessionEndedBanner } from './session-ended-banner.tsx'

type Props = {
  title: string
  description?: ReactNode
  open: boolean
  onClose: () => void
  size?: 'sm' | 'md' | 'xl' | 'editor' | undefined
  /** The form has input: clicking outside must not discard it. */
  guard?: boolean | undefined
  /** What follows once it is gone, instead of giving the focus back. */
  next?: RefObject<(() => void) | undefined> | undefined
  children: ReactNode
  /** Inside a form use `ModalFooter`. */
  footer?: ReactNode
}

const sizes = {
  ...{ sm: 'roomy:max-w-md', md: 'roomy:max-w-2xl', xl: 'roomy:max-w-5xl' },
  // Nearly the whole screen where a page stands beside the form.
  editor: 'roomy:max-w-5xl wide:h-full! wide:max-h-none! wide:max-w-[100rem]',
}

const PlacesContext = createContext<{ head: HTMLElement | null; side: HTMLElement | null }>({ head: null, side: null })

export const Modal = ({ title, description, open, onClose, size = 'md', guard = false, next, children, footer }: Props) => {
  const returnTo = useRef(() => {})
  const [head, setHead] = useState<HTMLElement | null>(null)
  const [side, setSide] = useState<HTMLElement | null>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-x-0 top-(--seen-top) z-40 grid h-(--seen-height) bg-veil data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in roomy:place-items-center roomy:p-6">
          <Dialog.Content
            className={cx(
              'relative flex h-(--seen-height) w-full min-w-0 flex-col overflow-hidden bg-surface shadow-raised outline-none data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in sheet:pt-(--safe-top) sheet:pr-(--safe-right) sheet:pl-(--safe-left) roomy:h-auto roomy:max-h-[min(calc(var(--seen-height)-3rem),60rem)] roomy:rounded-xl roomy:border roomy:border-line',
              sizes[size],
            )}
            {...(description ? {} : { 'aria-describedby': undefined })}
            // From the last control the focus goes back to the first, which may have scrolled away.
            onFocus={({ target }) => target.matches(':focus-visible') && target.scrollIntoView({ block: 'nearest' })}
            onInteractOutside={(event) => guard && event.preventDefault()}
            onOpenAutoFocus={() => {
              returnTo.current = rememberOpener()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (next?.current) return next.current()
              // While the dialog faded out, the user may have gone on to another field.
              const active = document.activeElement
              if (active && active !== document.body && !(event.currentTarget as Element).contains(active)) return
              returnTo.current()
            }}
          >
            <div className="flex items-center justify-between gap-3 border-line border-b px-4 py-3.5 pr-14 sm:px-6 sm:pr-14">
              <div className="min-w-0">
                <Dialog.Title className="font-semibold text-lg leading-7 max-sm:text-balance max-sm:leading-6 sm:truncate">
                  {title}
                </Dialog.Title>
                {description && <Dialog.Description className="text-muted text-sm">{description}</Dialog.Description>}
              </div>
              <div ref={setHead} className="-my-2 shrink-0 empty:hidden" />
            </div>
            <SessionEndedBanner />
            <div className="flex min-h-0 flex-1">
              {/* Visually hidden content stays inside this element: otherwise the dialog itself could scroll. */}
              <div
                data-modal-body={size}
                className="relative min-w-0 flex-1 scroll-pb-32 tiny:scroll-pb-4 overflow-y-auto overscroll-contain px-4 py-4 sm:px-6 sm:py-5"
              >
                <PlacesContext value={{ head, side }}>{children}</PlacesContext>
              </div>
              <div ref={setSide} className="flex min-w-0 basis-[44%] border-line border-l empty:hidden" />
            </div>
            {footer && (
              <div className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3 pb-[max(0.75rem,var(--safe-bottom))] sm:px-6">
                {footer}
              </div>
            )}
            <Dialog.Close asChild>
              <Button
                variant="ghost"
                size="icon"
                className="absolute top-2.5 right-2 sheet:mt-(--safe-top) sheet:mr-(--safe-right) sm:right-3 pointer-coarse:top-1.5"
                aria-label="Close"
              >
                <X />
              </Button>
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The last child of a form inside a `Modal`. */
export const ModalFooter = ({ children }: { children: ReactNode }) => (
  <div
    data-modal-footer
    className="-mx-4 -mb-4 sm:-mx-6 sm:-mb-5 sticky tiny:static -bottom-4 z-10 mt-5 flex flex-wrap justify-end gap-2 border-line border-t bg-surface px-4 py-3 pb-[max(0.75rem,var(--safe-bottom))] sm:-bottom-5 sm:px-6"
  >
    {children}
  </div>
)

const inPlace = (place: HTMLElement | null, children: ReactNode) => place && createPortal(children, place)

export const ModalHead = ({ children }: { children: ReactNode }) => inPlace(useContext(PlacesContext).head, children)

export const ModalSide = ({ children }: { children: ReactNode }) => inPlace(useContext(PlacesContext).side, children)
