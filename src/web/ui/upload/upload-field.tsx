import { type DragEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { CameraPermissionError } from '#web/lib/native/errors.ts'
import { native } from '#web/lib/native/native.ts'
import type { Upload } from '#web/lib/uploads/use-upload.ts'
import { Button } from '#web/ui/button.tsx'

const useFocusInside = (box: RefObject<HTMLElement | null>, shows: string) => {
  const shown = useRef(shows)
  const hadFocus = useRef(false)
  useEffect(() => {
    const note = () => {
      hadFocus.current = Boolean(box.current?.contains(document.activeElement))
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [box])
  useLayoutEffect(() => {
    if (shown.current === shows) return
    shown.current = shows
    if (hadFocus.current) box.current?.querySelector<HTMLElement>('a[href], button')?.focus()
  }, [box, shows])
}

const useBlockSubmit = (box: RefObject<HTMLElement | null>, held: boolean, onBlocked: () => void) => {
  const latest = useRef(onBlocked)
  useEffect(() => {
    latest.current = onBlocked
  })
  useEffect(() => {
    const form = held ? box.current?.closest('form') : undefined
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    form?.addEventListener('submit', hold, true)
    return () => form?.removeEventListener('submit', hold, true)
  }, [box, held])
}

type Props = {
  legend: string
  accept: readonly string[]
  upload: Upload
  /** Identifies the content: when it changes, the focus stays in the field. */
  shows: string
  takesDrops: boolean
  /** Submits the form once the upload is done, if a save was blocked by it; without a network that may take long. */
  savesAfter?: boolean
  status: string
  /** `takePhoto` exists where there is a camera. */
  children: (parts: { choose: () => void; takePhoto: (() => void) | undefined; isOver: boolean; pickerId: string }) => ReactNode
}

export const UploadField = ({
  legend,
  accept,
  upload: { send, sending, problem },
  shows,
  takesDrops,
  savesAfter,
  status,
  children,
}: Props) => {
  const id = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  // The upload that blocked a save: its hint disappears with it.
  const [heldFor, setHeldFor] = useState<() => void>()
  const isHeld = sending && heldFor === sending.cancel
  const [cameraProblem, setCameraProblem] = useState<string>()
  const blockedMessage = `The file is still on its way. ${savesAfter ? 'All is saved once it is there.' : 'Save again in a moment, or cancel it.'}`
  const message = isHeld ? blockedMessage : (problem?.message ?? cameraProblem)
  // A form's footer may cover the message below the field.
  const latest = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message) latest.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  useFocusInside(box, shows)
  useEffect(() => {
    if (!savesAfter || sending || !heldFor) return
    setHeldFor(undefined)
    if (shows === 'file') box.current?.closest('form')?.requestSubmit()
  }, [savesAfter, sending, heldFor, shows])
  useBlockSubmit(box, Boolean(sending), () => setHeldFor(() => sending?.cancel))

  const sendNow = (files: readonly File[]) => {
    setCameraProblem(undefined)
    void send(files)
  }
  const takePhoto = async () => {
    setCameraProblem(undefined)
    try {
      const photo = await native.takePicture()
      if (photo) sendNow([photo])
    } catch (error) {
      setCameraProblem(error instanceof CameraPermissionError ? error.message : 'The camera could not be opened. Choose a picture instead.')
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (takesDrops) sendNow([...event.dataTransfer.files])
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(event.type === 'dragover' && takesDrops)
  }
  return (
    <fieldset ref={box} aria-describedby={message ? `${id}-error` : undefined} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button inside, which works by keyboard */}
      <div onDragOver={drag} onDragLeave={drag} onDrop={drop}>
        {children({
          choose: () => picker.current?.click(),
          takePhoto: native.canTakePicture() ? () => void takePhoto() : undefined,
          isOver,
          pickerId: `${id}-picker`,
        })}
        <input
          ref={picker}
          id={`${id}-picker`}
          type="file"
          hidden
          accept={accept.join(',')}
          onChange={({ currentTarget }) => {
            sendNow([...(currentTarget.files ?? [])])
            // Lets the same file be chosen again after a failure.
            currentTarget.value = ''
          }}
        />
      </div>
      <p role="status" className="sr-only">
        {sending?.waiting === 'offline' ? 'The upload is paused' : sending ? `Uploading ${sending.file.name}` : status}
      </p>
      {message && (
        <div ref={latest} className="flex scroll-mb-24 flex-wrap items-center gap-x-3 gap-y-1">
          <p id={`${id}-error`} role="alert" className="min-w-0 text-[0.8125rem] text-danger [overflow-wrap:anywhere]">
            {message}
          </p>
          {!isHeld && problem?.retry && (
            <Button variant="secondary" size="sm" onClick={problem.retry}>
              Try again
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}
