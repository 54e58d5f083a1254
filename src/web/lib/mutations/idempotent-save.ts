import { ApiError, isRejected } from '#web/lib/api/client.ts'
import { createIdempotencyKey, retryUntilAnswered } from './retry.ts'

/** Every attempt of one change carries the same. */
export type IdempotentRequest = { idempotencyKey: string; signal: AbortSignal }

/** An earlier attempt was saved without its response arriving; what was typed since is not saved and can't overwrite it. */
export class AlreadySavedError extends Error {
  constructor() {
    super('An earlier try went through, without your last changes. Check the result first.')
    this.name = 'AlreadySavedError'
  }
}

type Options = {
  onWaiting: (isWaiting: boolean) => void
  /** Before a request is sent and after a rejection: the form stores its draft now, with `openKey` if there is one. */
  onKeep: () => void
}

/** For these statuses the server looks up the key's first response before rejecting, so they settle every attempt. */
const isConclusive = (error: unknown) =>
  isRejected(error) &&
  error.body?.message !== undefined &&
  (error.status === 404 || error.status === 409 || error.body?.requiresSubscription === true)

/** A key stays with the form until a response confirms a save: however often the network fails, one record is created. */
export const createIdempotentSave = ({ onWaiting, onKeep }: Options) => {
  let last: { text: string; key: string } | undefined
  let isOpen = false
  /** Attempts under the current key that got no response. */
  let unanswered = 0
  /** The key came from a stored draft whose save got no response. */
  let isRestored = false
  /** The record that an earlier attempt created without its response arriving; further saves update it. */
  let created: { answer: unknown } | undefined
  let running: AbortController | undefined

  const keyFor = (text: string) => {
    if (!last || (!isOpen && last.text !== text)) last = { text, key: createIdempotencyKey() }
    last.text = text
    isOpen = true
    return last.key
  }
  /** The outcome of every attempt under the current key is known. */
  const markSettled = () => {
    isOpen = false
    unanswered = 0
    isRestored = false
  }
  const forget = () => {
    last = undefined
    markSettled()
  }
  /** @param isUpdate the record already exists, so its key stays whatever this attempt returns */
  const trackResponse = async <Answer>(answer: Promise<Answer>, isUpdate: boolean): Promise<Answer> => {
    unanswered += 1
    try {
      return await answer
    } catch (error) {
      if (!isRejected(error)) throw error
      unanswered -= 1
      if (!isUpdate && (isConclusive(error) || (unanswered === 0 && !isRestored))) markSettled()
      throw error
    }
  }

  /**
   * Retries for as long as the network is unavailable.
   * @param body what is saved; the same body twice in a row (a double click) is saved once
   * @param over updates the record that an earlier attempt turns out to have created
   * @throws WaitCanceledError after `stop`, AlreadySavedError without `over`, ApiError when the server rejects the request
   */
  const save = async <Answer>(
    body: unknown,
    send: (request: IdempotentRequest) => Promise<Answer>,
    over?: (first: Answer, request: IdempotentRequest) => Promise<Answer>,
  ): Promise<Answer> => {
    const controller = new AbortController()
    running = controller
    const { signal } = controller
    try {
      for (;;) {
        const first = over && created ? (created.answer as Answer) : undefined
        const idempotencyKey = keyFor(JSON.stringify([first !== undefined, body]))
        onKeep()
        try {
          const request = { idempotencyKey, signal }
          const isUpdate = first !== undefined
          const answer = await retryUntilAnswered(() => trackResponse(isUpdate ? over!(first, request) : send(request), isUpdate), {
            signal,
            onWaiting: () => onWaiting(true),
            onSlow: () => onWaiting(true),
          })
          markSettled()
          created = undefined
          return answer
        } catch (error) {
          const wasCreated = error instanceof ApiError && error.status === 422 && error.body !== undefined && 'first' in error.body
          if (wasCreated) {
            forget()
            const returned = error.body!.first
            // The update's response has fewer fields than the creation's, whose email outcome still applies.
            created = { answer: first === undefined ? returned : { ...first, ...(returned as object) } }
            if (!over) throw new AlreadySavedError()
            continue
          }
          // The record has been deleted since.
          if (first !== undefined && error instanceof ApiError && error.status === 404) created = undefined
          // A rejection releases the key: the stored draft must not look as if it had been saved.
          if (isRejected(error)) onKeep()
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
    stop: () => running?.abort(),
    /** Of a save whose outcome is unknown. */
    openKey: (): string | undefined => (isOpen ? last?.key : undefined),
    /** One is in progress or got no response. */
    mayBeSaved: (): boolean => unanswered > 0,
    /** Continues with the key of a form that was closed while it waited. */
    restore: (key: string) => {
      last = { text: '', key }
      isOpen = true
      isRestored = true
    },
    forget,
  }
}
