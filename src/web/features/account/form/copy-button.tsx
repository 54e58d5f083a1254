import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#web/lib/clipboard.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'

export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    const done = await copyText(text)
    setIsCopied(done)
    if (!done) toast({ title: 'Not Copied', description: `Your browser doesn’t allow it here. Select the ${what} and copy it manually.` })
  }
  return (
    <Button variant="secondary" size="sm" onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      <span className="sr-only"> the {what}</span>
    </Button>
  )
}
