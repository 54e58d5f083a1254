import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type RefObject, useRef } from 'react'
import type { FigureRef } from '#shared/contract/reports.ts'
import { taxRatesQuery } from '#web/lib/api/tax-rates.ts'
import { Button } from '#web/ui/button.tsx'
import { FigureDocuments } from './figure-documents.tsx'
import { getFigurePeriod, getFigureTitle } from './figure-labels.ts'

type Props = { figure: FigureRef; open: boolean; onClose: () => void; returnTo: RefObject<HTMLElement | null> }

/** 'Quebec: QST'; undefined without one. */
const useTaxName = ({ taxRateId, taxComponent }: FigureRef): string | undefined => {
  const { data } = useQuery({ ...taxRatesQuery, enabled: taxRateId !== undefined })
  const rate = data?.find(({ id }) => id === Number(taxRateId))
  const component = rate?.components.length === 1 ? undefined : rate?.components[Number(taxComponent) - 1]
  return component ? `${rate!.name}: ${component.name}` : rate?.name
}

export default function FigurePanel({ figure, open, onClose, returnTo }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const tax = useTaxName(figure)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-veil data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Dialog.Content
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            heading.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const to = returnTo.current?.isConnected ? returnTo.current : document.querySelector<HTMLElement>('main')
            to?.focus({ preventScroll: true })
          }}
          className="fixed inset-y-0 right-0 z-50 flex w-full flex-col bg-surface pr-(--safe-right) max-sm:pl-(--safe-left) shadow-raised outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in sm:w-128 sm:border-line sm:border-l"
        >
          <div className="relative mt-(--safe-top) shrink-0 border-line border-b px-4 py-3.5 pr-14 sm:px-5">
            <Dialog.Title ref={heading} tabIndex={-1} className="font-semibold text-lg leading-7 outline-none [overflow-wrap:anywhere]">
              {[getFigureTitle(figure), tax].filter(Boolean).join(', ')}
            </Dialog.Title>
            <Dialog.Description className="text-muted text-sm">{getFigurePeriod(figure)}</Dialog.Description>
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" className="absolute top-2.5 right-2 pointer-coarse:top-1.5" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <FigureDocuments figure={figure} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
