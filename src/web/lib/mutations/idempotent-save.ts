import { ApiError, isRejectedByServer } from '#web/lib/api/client.ts'
import { createIdempotencyKey } from './idempotency-key.ts'
import { retryUntilAnswered } from './retry.ts'

/** What each try of one change brings: the same key, and the person's way to stop it. */
export type IdempotentRequest = { idempotencyKey: string; signal: AbortSignal }

/** What was sent first was saved after all, without its answer being heard; what was typed since is not, and can't be put over it. */
export class AlreadySavedError extends Error {
  constructor() {
    super('It was saved before you changed it here. Look at what is saved, then decide whether this is to be saved as well.')
    this.name = 'SavedBefore'
  }
}

type Options = {
  /** Told when a save waits for the network or for a slow answer, and when it doesn't any more. */
  onWaiting: (isWaiting: boolean) => void
  /** Called before something leaves and after a refusal: what is typed is to be kept now, with `openKey` if there is one. */
  onKeep: () => void
}

/**
 * Whether a refusal tells what became of every try under its key. The server looks for the key's first answer before it refuses with one of these,
 * and answers with that instead.
 */
const isVerdict = (error: unknown) =>
  isRejectedByServer(error) && (error.status === 404 || error.status === 409 || error.body?.requiresSubscription === true)

/**
 * The saves of one form. Each takes its key, and a key stays with the form until an answer says that something was saved: however often the network
 * fails meanwhile, and whatever is changed in the form, one record comes of it.
 */
export const createIdempotentSave = ({ onWaiting, onKeep }: Options) => {
  let last: { text: string; key: string } | undefined
  let isOpen = false
  /** How many tries of this form under the present key got no answer. */
  let unheard = 0
  /** An earlier form's save under this key got no answer. */
  let isRestored = false
  /** What a try made whose answer was not heard: from then on it is changed instead of made. */
  let made: { answer: unknown } | undefined
  let running: AbortController | undefined

  const keyFor = (text: string) => {
    if (!last || (!isOpen && last.text !== text)) last = { text, key: createIdempotencyKey() }
    last.text = text
    isOpen = true
    return last.key
  }
  /** It is known now what became of every try under the present key. */
  const settled = () => {
    isOpen = false
    unheard = 0
    isRestored = false
  }
  const forget = () => {
    last = undefined
    settled()
  }
  /** @param isOver something was made already, whatever this try comes to: its key stays */
  const heard = async <Answer>(answer: Promise<Answer>, isOver: boolean): Promise<Answer> => {
    unheard += 1
    try {
      return await answer
    } catch (error) {
      if (!isRejectedByServer(error)) throw error
      unheard -= 1
      if (!isOver && (isVerdict(error) || (unheard === 0 && !isRestored))) settled()
      throw error
    }
  }

  /**
   * Saves, and waits for the network as long as it takes.
   * @param body what is saved; the same one twice in a row (a double click) is saved once
   * @param send calls the server
   * @param over saves over what an earlier try made, when it turns out that it did
   * @throws GivenUp after `stop`, SavedBefore without `over`, ApiError when the server refuses
   */
  const save = async <Answer>(
    body: unknown,
    send: (request: IdempotentRequest) => Promise<Answer>,
    over?: (first: Answer, request: IdempotentRequest) => Promise<Answer>,
  ): Promise<Answer> => {
    const mine = new AbortController()
    running = mine
    const { signal } = mine
    try {
      for (;;) {
        const first = over && made ? (made.answer as Answer) : undefined
        const idempotencyKey = keyFor(JSON.stringify([first !== undefined, body]))
        onKeep()
        try {
          const request = { idempotencyKey, signal }
          const isOver = first !== undefined
          const answer = await retryUntilAnswered(() => heard(isOver ? over!(first, request) : send(request), isOver), {
            signal,
            onWaiting: () => onWaiting(true),
            onSlow: () => onWaiting(true),
          })
          settled()
          made = undefined
          return answer
        } catch (error) {
          const isMade = error instanceof ApiError && error.status === 422 && error.body !== undefined && 'first' in error.body
          if (isMade) {
            forget()
            const told = error.body!.first
            // An edit over it answers less than the creation did, whose word about an e-mail still holds.
            made = { answer: first === undefined ? told : { ...first, ...(told as object) } }
            if (!over) throw new AlreadySavedError()
            continue
          }
          // It was there, and somebody has deleted it since.
          if (first !== undefined && error instanceof ApiError && error.status === 404) made = undefined
          // A refusal releases the key: what is kept on the device must not look as if it had been saved.
          if (isRejectedByServer(error)) onKeep()
          throw error
        }
      }
    } finally {
      running = undefined
      onWaiting(false)
    }
  }

  return {
    save,
    /** Stops waiting. */
    stop: () => running?.abort(),
    /** The key of a save of which it is not known whether it was made. */
    openKey: (): string | undefined => (isOpen ? last?.key : undefined),
    /** Whether a try of this form may have saved something: it is under way, or got no answer. */
    mayBeSaved: (): boolean => unheard > 0,
    /** Goes on with the key of a form that was closed while it waited. */
    restore: (key: string) => {
      last = { text: '', key }
      isOpen = true
      isRestored = true
    },
    /** From now on it is another save. */
    forget,
  }
}
