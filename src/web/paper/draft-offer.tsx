import { History } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { type OfferedDraft, showMoment } from './local-draft.ts'
import type { LocalDraft } from './use-local-draft.ts'

type Props = {
  draft: Pick<LocalDraft, 'offer' | 'discarded' | 'discard' | 'undoDiscard'>
  /** e.g. 'an unfinished invoice' */
  what: string
  onContinue: (offer: OfferedDraft) => void
}

/** Says that an earlier dialog left something behind. It asks for no answer: whoever ignores it finds it again the next time. */
export const DraftOffer = ({ draft: { offer, discarded, discard, undoDiscard }, what, onContinue }: Props) => {
  if (!offer && !discarded) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-sunken py-2 pr-2 pl-3 text-sm [overflow-wrap:anywhere]"
    >
      <History className="size-4 shrink-0 text-muted" aria-hidden />
      <p className="min-w-48 flex-1">{offer ? `You have ${what} from ${showMoment(offer.savedAt)}` : 'Discarded.'}</p>
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
