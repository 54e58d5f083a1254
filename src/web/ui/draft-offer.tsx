import { History } from 'lucide-react'
import type { LocalDraft, OfferedDraft } from '#web/lib/drafts/use-local-draft.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { Button } from './button.tsx'

const parts = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const formatTime = (at: Date): string => at.toLocaleString('en-US', { ...parts, timeZone: getTimeZone() })

type Props<Content> = {
  draft: Pick<LocalDraft<Content>, 'offer' | 'discarded' | 'discard' | 'undoDiscard'>
  what: string
  onContinue: (offer: OfferedDraft<Content>) => void
}

export const DraftOffer = <Content,>({ draft: { offer, discarded, discard, undoDiscard }, what, onContinue }: Props<Content>) => {
  if (!offer && !discarded) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-sunken py-2 pr-2 pl-3 text-sm [overflow-wrap:anywhere]"
    >
      <History className="size-4 shrink-0 text-muted" aria-hidden />
      <p className="min-w-48 flex-1">
        {offer ? `You have ${what} from ${formatTime(offer.savedAt)}${offer.saveKey ? ', which may be saved already' : ''}` : 'Discarded.'}
      </p>
      <span className="flex gap-2">
        {offer && (
          <>
            <Button variant="ghost" size="sm" onClick={() => discard(offer)}>
              Discard
            </Button>
            <Button variant="secondary" size="sm" onClick={() => onContinue(offer)}>
              Continue
            </Button>
          </>
        )}
        {!offer && discarded && (
          <Button variant="secondary" size="sm" onClick={() => undoDiscard(discarded)}>
            Undo
          </Button>
        )}
      </span>
    </div>
  )
}
