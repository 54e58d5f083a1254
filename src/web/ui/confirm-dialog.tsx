import { AlertDialog } from 'radix-ui'
import { useRef } from 'react'
import { Button } from './button.tsx'
import type { Question } from './confirm.ts'
import { rememberOpener } from './remember-opener.ts'

const splitText = (text: string): [string, string | undefined] => {
  const end = text.indexOf('?') + 1
  return end > 0 && end < text.length ? [text.slice(0, end), text.slice(end).trim()] : [text, undefined]
}

/** The keyboard starts on the answer that loses nothing. */
export const ConfirmDialog = ({ question }: { question: Question }) => {
  const returnTo = useRef(() => {})
  const [title, description] = splitText(question.text)
  return (
    <AlertDialog.Root open={question.open} onOpenChange={(open) => !open && question.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 grid place-items-end bg-veil p-4 pb-[max(1rem,var(--safe-bottom))] data-[state=open]:animate-fade-in sm:place-items-center">
          <AlertDialog.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={() => {
              returnTo.current = rememberOpener()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              returnTo.current()
              question.finish()
            }}
            className="w-full rounded-xl border border-line bg-surface p-5 shadow-raised outline-none data-[state=open]:animate-rise-in sm:max-w-md sm:p-6"
          >
            <AlertDialog.Title className="text-balance font-semibold text-lg [overflow-wrap:anywhere]">{title}</AlertDialog.Title>
            {description && (
              <AlertDialog.Description className="mt-1.5 text-muted text-sm [overflow-wrap:anywhere]">
                {description}
              </AlertDialog.Description>
            )}
            <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
              <AlertDialog.Cancel asChild>
                <Button variant="secondary">Cancel</Button>
              </AlertDialog.Cancel>
              <Button variant={question.isDestructive ? 'danger' : 'primary'} onClick={() => question.answer(true)}>
                {question.confirm}
              </Button>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
