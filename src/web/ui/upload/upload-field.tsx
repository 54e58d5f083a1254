import { type DragEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { CameraPermissionError } from '#web/lib/native/errors.ts'
import { native } from '#web/lib/native/native.ts'
import type { Upload } from '#web/lib/uploads/use-upload.ts'
import { Button } from '#web/ui/button.tsx'

/** When what had the focus makes room for something else, the focus stays in the box. @param shows names what it shows */
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

/** While it is held, the form around the box isn't sent; whoever tries is told. */
const useBlockSubmit = (box: RefObject<HTMLElement | null>, held: boolean, tell: () => void) => {
  const said = useRef(tell)
  useEffect(() => {
    said.current = tell
  })
  useEffect(() => {
    const form = held ? box.current?.closest('form') : undefined
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      said.current()
    }
    form?.addEventListener('submit', hold, true)
    return () => form?.removeEventListener('submit', hold, true)
  }, [box, held])
}

type Props = {
  legend: string
  /** The kinds of files that the picker offers. */
  accept: readonly string[]
  upload: Upload
  /** Names what is shown inside: when it changes, the focus stays in the field. */
  shows: string
  /** Whether a file that is dropped here now is wanted. */
  takesDrops: boolean
  /** A save that was held back for the file goes on by itself once the file is there: it may take long without a network. */
  savesAfter?: boolean
  /** What there is, for screen readers. */
  status: string
  /** What it looks like. `choose` opens the picker, `takePhoto` the camera where there is one at hand; `isOver`: a file is held over it. */
  children: (parts: { choose: () => void; takePhoto: (() => void) | undefined; isOver: boolean; pickerId: string }) => ReactNode
}

/** A file to choose or to drop, which is uploaded at once. Whatever goes wrong here leaves the rest of the form alone. */
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
  // The upload for which a save was held back: the hint goes with it.
  const [heldFor, setHeldFor] = useState<() => void>()
  const isHeld = sending && heldFor === sending.cancel
  const [cameraProblem, setCameraProblem] = useState<string>()
  const heldWords = `The file is still on its way. ${savesAfter ? 'All is saved once it is there.' : 'Save again in a moment, or cancel it.'}`
  const words = isHeld ? heldWords : (problem?.words ?? cameraProblem)
  // A form's foot may cover what is said below the field.
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (words) said.current?.scrollIntoView({ block: 'nearest' })
  }, [words])
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
    <fieldset ref={box} aria-describedby={words ? `${id}-error` : undefined} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; a button within does the same by keyboard */}
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
            // The same file may be chosen again after a failure.
            currentTarget.value = ''
          }}
        />
      </div>
      <p role="status" className="sr-only">
        {sending?.waiting === 'offline' ? 'The upload is paused' : sending ? `Uploading ${sending.file.name}` : status}
      </p>
      {words && (
        <div ref={said} className="flex scroll-mb-24 flex-wrap items-center gap-x-3 gap-y-1">
          <p id={`${id}-error`} role="alert" className="min-w-0 text-[0.8125rem] text-danger [overflow-wrap:anywhere]">
            {words}
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
